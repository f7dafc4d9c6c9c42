import type { ByteSource } from '../byte-source.ts'
import type { TagFindings } from '../mpeg/id3v2.ts'
import { BrokenAudio, soundOf, type Sound } from '../sound.ts'
import { readApeTag } from './ape-tag.ts'

const SAMPLES_IN_FRAME = 1152
const SAMPLE_RATES = [44_100, 48_000, 37_800, 32_000]
/** The stream of version 7 has two channels always. */
const CHANNELS_OF_7 = 2
const PACKETS_MAX = 50
/** Maximum number of bytes of a variable-length number, of which each byte has seven bits. */
const NUMBER_MAX_BYTES = 8

type Header = Pick<Sound, 'durationSeconds' | 'sampleRate' | 'channels'>

export function isMusepack(source: ByteSource, start: number): boolean {
  return source.is(start, 'MPCK') || (source.is(start, 'MP+') && (source.u8(start + 3) & 0xf) === 7)
}

/** Reads the header of a Musepack file of version 7 or 8 and its tag. @throws BrokenAudio */
export function readMusepack(source: ByteSource, start: number, found: TagFindings): Sound {
  const is8 = source.is(start, 'MPCK')
  const header = is8 ? headerOf8(source, start + 4) : headerOf7(source, start)
  const end = readApeTag(source, found)
  return soundOf({ format: 'mpc', codec: is8 ? 'musepack-8' : 'musepack-7', ...header }, end - start)
}

function headerOf7(source: ByteSource, start: number): Header {
  const sampleRate = SAMPLE_RATES[(source.u32le(start + 8) >>> 16) & 3] ?? 0
  const samples = source.u32le(start + 4) * SAMPLES_IN_FRAME
  return { durationSeconds: samples / sampleRate, sampleRate, channels: CHANNELS_OF_7 }
}

/** The file consists of packets: a key of two letters, its size, and its content. */
function headerOf8(source: ByteSource, first: number): Header {
  let at = first
  for (let count = 0; count < PACKETS_MAX; count += 1) {
    const size = numberAt(source, at + 2)
    if (source.is(at, 'SH')) {
      // The number of samples follows the checksum and the version.
      const samples = numberAt(source, size.end + 5)
      const silence = numberAt(source, samples.end)
      const sampleRate = SAMPLE_RATES[source.u8(silence.end) >> 5] ?? 0
      const channels = (source.u8(silence.end + 1) >> 4) + 1
      return { durationSeconds: (samples.value - silence.value) / sampleRate, sampleRate, channels }
    }
    if (size.value < 3) break
    at += size.value
  }
  throw new BrokenAudio('damaged')
}

function numberAt(source: ByteSource, start: number): { value: number; end: number } {
  let value = 0
  for (let at = start; at < start + NUMBER_MAX_BYTES; at += 1) {
    const byte = source.u8(at)
    value = value * 128 + (byte & 0x7f)
    if (byte < 0x80) return { value, end: at + 1 }
  }
  throw new BrokenAudio('damaged')
}
