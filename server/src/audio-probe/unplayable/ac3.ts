import type { ByteSource } from '../byte-source.ts'
import { type Sound, soundOf } from '../sound.ts'

const SYNC = 0x0b77
const HEADER_BYTES = 8
const SAMPLES_IN_FRAME = 1536
/** The newest version of the stream; higher ones are E-AC-3. */
const VERSION_MAX = 8
const SAMPLE_RATES = [48_000, 44_100, 32_000]
const KILOBITS = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640]
/** Channels by the coding mode, without the one for low frequencies. */
const CHANNELS = [2, 1, 2, 3, 3, 4, 4, 5]
/** Number of consecutive frames that prove that it is a stream; a shorter file may have fewer. */
const FRAMES_MIN = 4

interface Frame {
  bytes: number
  sampleRate: number
  channels: number
}

/** Reads a bare AC-3 stream, which has no tags; undefined when it is none. */
export function readAc3(source: ByteSource, start: number): Sound | undefined {
  let at = start
  const first = frameAt(source, start)
  if (first === undefined) return undefined
  for (let count = 0; count < FRAMES_MIN; count += 1) {
    const frame = frameAt(source, at)
    if (frame === undefined || frame.sampleRate !== first.sampleRate) return undefined
    at += frame.bytes
    if (at === source.size && count > 0) break
  }
  if (at > source.size) return undefined
  // The bitrate is constant.
  const soundBytes = source.size - start
  const { sampleRate, channels, bytes } = first
  const durationSeconds = ((soundBytes / bytes) * SAMPLES_IN_FRAME) / sampleRate
  return soundOf({ format: 'ac3', codec: 'ac3', channels, sampleRate, durationSeconds }, soundBytes)
}

function frameAt(source: ByteSource, at: number): Frame | undefined {
  if (at + HEADER_BYTES > source.size || source.u16(at) !== SYNC) return undefined
  const code = source.u8(at + 4)
  const sizeCode = code & 0x3f
  const sampleRate = SAMPLE_RATES[code >> 6]
  const kilobits = KILOBITS[sizeCode >> 1]
  if (sampleRate === undefined || kilobits === undefined || source.u8(at + 5) >> 3 > VERSION_MAX)
    return undefined
  // At 44,100 Hz the size of frames alternates by a word, so that the average bitrate is exact.
  const words =
    Math.floor((kilobits * 1000 * SAMPLES_IN_FRAME) / 16 / sampleRate) +
    (sampleRate === 44_100 ? sizeCode & 1 : 0)
  const mode = source.u8(at + 6) >> 5
  const hasLow = (source.u16(at + 6) >> (12 - optionalBits(mode))) & 1
  return { bytes: 2 * words, sampleRate, channels: (CHANNELS[mode] ?? 0) + hasLow }
}

/** Bits between the coding mode and the flag of the channel for low frequencies. */
function optionalBits(mode: number): number {
  const hasCentre = (mode & 1) === 1 && mode !== 1
  return (hasCentre ? 2 : 0) + ((mode & 4) === 0 ? 0 : 2) + (mode === 2 ? 2 : 0)
}
