import type { ByteSource } from '../byte-source.ts'

/** kbit/s by index, for layer III of MPEG 1 and of MPEG 2 and 2.5. */
const BITRATES_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0] as const
const BITRATES_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0] as const
const SAMPLE_RATES_1 = [44_100, 48_000, 32_000] as const

/**
 * Mask of the header fields that are the same in all frames of a stream: sync, version, layer, sample rate.
 */
const SAME = 0xfffe0c00
export const MPEG_HEADER_BYTES = 4

export interface MpegHeader {
  /** Bits of `SAME`; equal in all frames of a stream. */
  signature: number
  /** Bits per second. */
  bitrate: number
  sampleRate: number
  channels: 1 | 2
  samplesPerFrame: number
  /** Bytes, with the header. */
  frameBytes: number
  /** Offset of a Xing or Info header from the frame's start. */
  xingOffset: number
}

/** Parses the header of a layer III frame; undefined when it is not valid. */
export function mpegHeader(bits: number): MpegHeader | undefined {
  const frameBytes = mpegFrameBytes(bits)
  if (frameBytes === 0) return undefined
  const isVersion1 = ((bits >>> 19) & 3) === 3
  const isMono = ((bits >>> 6) & 3) === 3
  const sideInfoBytes = isVersion1 ? (isMono ? 17 : 32) : isMono ? 9 : 17
  return {
    signature: mpegSignature(bits),
    bitrate: bitrateOf(bits),
    sampleRate: sampleRateOf(bits),
    channels: isMono ? 1 : 2,
    samplesPerFrame: isVersion1 ? 1152 : 576,
    frameBytes,
    xingOffset: MPEG_HEADER_BYTES + sideInfoBytes,
  }
}

export function mpegSignature(bits: number): number {
  return (bits & SAME) >>> 0
}

/**
 * Size in bytes of the layer III frame that begins with these 32 bits, header included; 0 when they are not a
 * valid header.
 */
export function mpegFrameBytes(bits: number): number {
  // Sync word, layer III, a valid version, a valid emphasis.
  if (bits >>> 21 !== 0x7ff || ((bits >>> 17) & 3) !== 1 || ((bits >>> 19) & 3) === 1 || (bits & 3) === 2)
    return 0
  const sampleRate = sampleRateOf(bits)
  const bitrate = bitrateOf(bits)
  if (sampleRate === 0 || bitrate === 0) return 0
  const bytesPerBit = ((bits >>> 19) & 3) === 3 ? 144 : 72
  return Math.floor((bytesPerBit * bitrate) / sampleRate) + ((bits >>> 9) & 1)
}

function bitrateOf(bits: number): number {
  const table = ((bits >>> 19) & 3) === 3 ? BITRATES_1 : BITRATES_2
  return (table[(bits >>> 12) & 15] ?? 0) * 1000
}

function sampleRateOf(bits: number): number {
  const full = SAMPLE_RATES_1[(bits >>> 10) & 3] ?? 0
  const version = (bits >>> 19) & 3
  if (version === 3) return full
  return version === 2 ? full / 2 : full / 4
}

/**
 * Counts consecutive frames from `offset`, up to `limit`, and returns whether the last one ends exactly at
 * `end`.
 */
export function chainOfFrames(
  source: ByteSource,
  offset: number,
  end: number,
  limit: number,
): { frames: number; reachesEnd: boolean } {
  let frames = 0
  let at = offset
  let signature = 0
  while (frames < limit && at + MPEG_HEADER_BYTES <= end) {
    const bits = source.u32(at)
    const length = mpegFrameBytes(bits)
    if (length === 0 || (frames > 0 && mpegSignature(bits) !== signature))
      return { frames, reachesEnd: false }
    if (at + length > end) return { frames, reachesEnd: true }
    signature = mpegSignature(bits)
    frames += 1
    at += length
  }
  return { frames, reachesEnd: at + MPEG_HEADER_BYTES > end }
}
