import type { ByteSource } from '../byte-source.ts'
import { type Sound, soundOf } from '../sound.ts'

const SYNC = 0x7ffe8001
const EXTENSION_SYNC = 0x64582025
const HEADER_BYTES = 12
const SAMPLES_IN_BLOCK = 32
const LEAST_FRAME_BYTES = 96
const SAMPLE_RATES = [
  0, 8000, 16_000, 32_000, 0, 0, 11_025, 22_050, 44_100, 0, 0, 12_000, 24_000, 48_000, 0, 0,
]
const CHANNELS = [1, 2, 2, 2, 2, 3, 3, 4, 4, 5, 6, 6, 6, 7, 8, 8]
/** Number of consecutive frames that prove that it is a stream; a shorter file may have fewer. */
const FRAMES_MIN = 4
/** Frames over which the bitrate is measured. */
const FRAMES_MAX = 200

interface Frame {
  bytes: number
  samples: number
  sampleRate: number
  channels: number
}

/** Reads a bare DTS stream, which has no tags; undefined when it is none. */
export function readDts(source: ByteSource, start: number): Sound | undefined {
  const first = frameAt(source, start)
  if (first === undefined) return undefined
  let at = start
  let count = 0
  let samples = 0
  while (count < FRAMES_MAX) {
    const frame = frameAt(source, at)
    if (frame === undefined || frame.sampleRate !== first.sampleRate) break
    count += 1
    samples += frame.samples
    at += frame.bytes
    at += extensionBytes(source, at)
  }
  const isWhole = at === source.size && count > 1
  if (count < FRAMES_MIN && !isWhole) return undefined
  const soundBytes = source.size - start
  const { sampleRate, channels } = first
  const durationSeconds = ((samples / (at - start)) * soundBytes) / sampleRate
  return soundOf({ format: 'dts', codec: 'dts', channels, sampleRate, durationSeconds }, soundBytes)
}

function frameAt(source: ByteSource, at: number): Frame | undefined {
  if (at + HEADER_BYTES > source.size || source.u32(at) !== SYNC) return undefined
  // After the sync: kind and deficit 6 bits, checksum 1, blocks 7, size 14, channels 6, rate 4, bitrate 5, flags.
  const high = source.u32(at + 4)
  const low = source.u32(at + 8)
  const blocks = ((high >>> 18) & 0x7f) + 1
  const bytes = ((high >>> 4) & 0x3fff) + 1
  const mode = ((high & 0xf) << 2) | (low >>> 30)
  const sampleRate = SAMPLE_RATES[(low >>> 26) & 0xf] ?? 0
  const channels = CHANNELS[mode]
  if (sampleRate === 0 || channels === undefined || bytes < LEAST_FRAME_BYTES) return undefined
  const hasLow = ((low >>> 9) & 3) === 0 ? 0 : 1
  return { bytes, samples: blocks * SAMPLES_IN_BLOCK, sampleRate, channels: channels + hasLow }
}

/** The size of the extension after a frame, which adds channels or makes it lossless; 0 without one. */
function extensionBytes(source: ByteSource, at: number): number {
  if (at + HEADER_BYTES > source.size || source.u32(at) !== EXTENSION_SYNC) return 0
  // After the sync: 8 bits, index 2, kind of the header 1, its size 8 or 12, the whole size 16 or 20.
  const high = source.u32(at + 5)
  const isLarge = ((high >>> 29) & 1) === 1
  if (!isLarge) return ((high >>> 5) & 0xffff) + 1
  return (((high & 0x1ffff) << 3) | (source.u8(at + 9) >> 5)) + 1
}
