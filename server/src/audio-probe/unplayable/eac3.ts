import type { ByteSource } from '../byte-source.ts'
import { type Sound, soundOf } from '../sound.ts'

const SYNC = 0x0b77
const HEADER_BYTES = 6
const SAMPLES_IN_BLOCK = 256
/** The versions of the stream; lower ones are AC-3. */
const VERSION_MIN = 11
const VERSION_MAX = 16
const SAMPLE_RATES = [48_000, 44_100, 32_000]
const BLOCKS = [1, 2, 3, 6]
/** Channels by the coding mode, without the one for low frequencies. */
const CHANNELS = [2, 1, 2, 3, 3, 4, 4, 5]
/** Number of consecutive frames that prove that it is a stream; a shorter file may have fewer. */
const FRAMES_MIN = 4
/** Frames over which the bitrate is measured. */
const FRAMES_MAX = 200

interface Frame {
  bytes: number
  samples: number
  sampleRate: number
  channels: number
  /** The frame belongs to the first programme; further channels and programmes have frames of their own. */
  isFirst: boolean
}

/** Reads a bare E-AC-3 stream, which has no tags; undefined when it is none. */
export function readEac3(source: ByteSource, start: number): Sound | undefined {
  const first = frameAt(source, start)
  if (first?.isFirst !== true) return undefined
  let at = start
  let count = 0
  let samples = 0
  while (count < FRAMES_MAX && at + HEADER_BYTES <= source.size) {
    const frame = frameAt(source, at)
    if (frame === undefined || frame.sampleRate !== first.sampleRate) break
    count += 1
    at += frame.bytes
    if (frame.isFirst) samples += frame.samples
  }
  const isWhole = at === source.size && count > 1
  if (count < FRAMES_MIN && !isWhole) return undefined
  const soundBytes = source.size - start
  const { sampleRate, channels } = first
  const durationSeconds = ((samples / (at - start)) * soundBytes) / sampleRate
  return soundOf({ format: 'eac3', codec: 'eac3', channels, sampleRate, durationSeconds }, soundBytes)
}

function frameAt(source: ByteSource, at: number): Frame | undefined {
  if (at + HEADER_BYTES > source.size || source.u16(at) !== SYNC) return undefined
  const version = source.u8(at + 5) >> 3
  if (version < VERSION_MIN || version > VERSION_MAX) return undefined
  const size = source.u16(at + 2)
  const code = source.u8(at + 4)
  // Rate code 3 means half of the rate that the next two bits name, in frames of six blocks.
  const isHalf = code >> 6 === 3
  const rate = SAMPLE_RATES[(isHalf ? code >> 4 : code >> 6) & 3]
  if (rate === undefined) return undefined
  const blocks = isHalf ? 6 : (BLOCKS[(code >> 4) & 3] ?? 0)
  return {
    bytes: 2 * ((size & 0x7ff) + 1),
    samples: blocks * SAMPLES_IN_BLOCK,
    sampleRate: isHalf ? rate / 2 : rate,
    channels: (CHANNELS[(code >> 1) & 7] ?? 0) + (code & 1),
    isFirst: size >> 14 === 0 && ((size >> 11) & 7) === 0,
  }
}
