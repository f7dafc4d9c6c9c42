import type { ByteSource } from '../byte-source.ts'
import type { Stretch } from './mp3.ts'
import { soundOf, type Sound } from '../sound.ts'

const SAMPLE_RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350,
]
const SAMPLES_PER_BLOCK = 1024
const HEADER_BYTES = 7
/** Number of consecutive frames that prove that it is a stream. */
const CHAIN = 3

/** AAC sample rate by its index; 0 for one that does not exist. */
export function aacSampleRate(index: number): number {
  return SAMPLE_RATES[index] ?? 0
}

/** Number of channels by an AAC channel configuration; 0 when it is specified elsewhere. */
export function aacChannels(configuration: number): number {
  return configuration === 7 ? 8 : configuration < 7 ? configuration : 0
}

/** Reads a bare AAC stream. It has no index, so its frames are counted. Undefined when it is not one. */
export function readAdts(source: ByteSource, { start, end }: Stretch): Sound | undefined {
  if (start + HEADER_BYTES > end) return undefined
  const signature = signatureAt(source, start)
  if (signature === undefined) return undefined
  source.readAhead()
  let frames = 0
  let blocks = 0
  let at = start
  while (at + HEADER_BYTES <= end && signatureAt(source, at) === signature) {
    const length = ((source.u8(at + 3) & 3) << 11) | (source.u8(at + 4) << 3) | (source.u8(at + 5) >> 5)
    if (length < HEADER_BYTES || at + length > end) break
    frames += 1
    blocks += (source.u8(at + 6) & 3) + 1
    at += length
  }
  if (frames < CHAIN) return undefined
  const sampleRate = aacSampleRate((signature >> 10) & 15)
  const channels = Math.max(1, aacChannels((signature >> 6) & 7))
  const durationSeconds = (blocks * SAMPLES_PER_BLOCK) / sampleRate
  return soundOf({ format: 'aac', codec: 'aac', durationSeconds, sampleRate, channels }, at - start)
}

/** The header fields that are the same in all frames of a stream; undefined when this is not a header. */
function signatureAt(source: ByteSource, offset: number): number | undefined {
  const bits = source.u32(offset)
  // Sync word, and layer 0.
  if (bits >>> 20 !== 0xfff || ((bits >>> 17) & 3) !== 0) return undefined
  const kept = (bits & 0xfffffdc0) >>> 0
  return aacSampleRate((bits >>> 10) & 15) === 0 ? undefined : kept
}
