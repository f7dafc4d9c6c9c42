import { WINDOW_BYTES, type ByteSource } from '../byte-source.ts'
import { chainOfFrames, mpegFrameBytes, mpegHeader, mpegSignature, MPEG_HEADER_BYTES } from './mpeg-frames.ts'
import type { MpegHeader } from './mpeg-frames.ts'
import { soundOf, type EncoderTrim, type Sound } from '../sound.ts'

/** The range of a file that may contain MPEG frames. */
export interface Stretch {
  start: number
  end: number
}

/**
 * Reads MPEG layer III frames. Undefined when there are none: a single frame, or one without a following
 * frame, is a coincidence.
 */
export function readMp3(source: ByteSource, stretch: Stretch, behindTag: boolean): Sound | undefined {
  const first = firstFrame(source, stretch, behindTag)
  if (first === undefined) return undefined
  const header = mpegHeader(source.u32(first))
  if (header === undefined) return undefined
  const { durationSeconds, isCut } = durationOf(source, first, stretch.end, header)
  const { sampleRate, channels } = header
  const cut = isCut && ({ isCut: true } as const)
  const ranges = { format: 'mp3', codec: 'mp3', durationSeconds, sampleRate, channels, ...cut } as const
  return soundOf(ranges, stretch.end - first)
}

/**
 * Bytes after a tag in which the first frame is searched for, because some programs write a wrong padding.
 */
const SEARCH_BEHIND_TAG = 64 * 1024
/** Bytes in which the first frame is searched for in a file without a tag, which may begin inside a frame. */
const SEARCH_BARE = 4 * 1024
/** Maximum number of zeros before the first frame that are accepted. */
const ZEROS_MAX = 64 * 1024
const CHAIN_AT_START = 3
const CHAIN_AFTER_SEARCH = 5

function firstFrame(source: ByteSource, { start, end }: Stretch, behindTag: boolean): number | undefined {
  const atStart = chainOfFrames(source, start, end, CHAIN_AT_START)
  if (atStart.frames >= CHAIN_AT_START || (atStart.frames >= 2 && atStart.reachesEnd)) return start
  const from = afterZeros(source, start, Math.min(end, start + ZEROS_MAX))
  const to = Math.min(end, from + (behindTag ? SEARCH_BEHIND_TAG : SEARCH_BARE))
  for (let at = source.indexOf(0xff, from, to); at !== -1; at = source.indexOf(0xff, at + 1, to)) {
    if (chainOfFrames(source, at, end, CHAIN_AFTER_SEARCH).frames >= CHAIN_AFTER_SEARCH) return at
  }
  return undefined
}

function afterZeros(source: ByteSource, start: number, end: number): number {
  let at = start
  while (at < end && source.u8(at) === 0) at += 1
  return at
}

function durationOf(
  source: ByteSource,
  first: number,
  end: number,
  header: MpegHeader,
): { durationSeconds: number; isCut: boolean } {
  const summary = summaryIn(source, first, end, header)
  const seconds = (frames: number) => (frames * header.samplesPerFrame) / header.sampleRate
  if (summary !== undefined && agrees(summary, end - first, seconds)) {
    const { delaySamples = 0, paddingSamples = 0 } = summary.trim ?? {}
    const addedSeconds = (delaySamples + paddingSamples) / header.sampleRate
    const durationSeconds = Math.max(0, seconds(summary.frames) - addedSeconds)
    return { durationSeconds, isCut: false }
  }
  const isCut = summary?.bytes !== undefined && end - first + SUMMARY_TOLERANCE < summary.bytes
  const start = summary === undefined ? first : first + header.frameBytes
  if (summary === undefined && end - first > WINDOW_BYTES / 2 && isConstant(source, first, end, header)) {
    return { durationSeconds: ((end - first) * 8) / header.bitrate, isCut }
  }
  return { durationSeconds: seconds(countFrames(source, start, end, header.signature)), isCut }
}

/** The contents of a first frame that has no audio (Xing, Info or VBRI header). */
interface Summary {
  frames: number
  /** Size of the whole stream, if it is known. */
  bytes?: number
  /** Samples that the encoder added before and after the music. */
  trim?: Omit<EncoderTrim, 'sampleRate'>
}

function summaryIn(source: ByteSource, first: number, end: number, header: MpegHeader): Summary | undefined {
  if (first + header.frameBytes > end) return undefined
  const xing = first + header.xingOffset
  if (source.is(xing, 'Xing') || source.is(xing, 'Info'))
    return xingSummary(source, xing, first + header.frameBytes)
  const vbri = first + MPEG_HEADER_BYTES + 32
  if (vbri + 18 > first + header.frameBytes || !source.is(vbri, 'VBRI')) return undefined
  return { bytes: source.u32(vbri + 10), frames: source.u32(vbri + 14) }
}

function xingSummary(source: ByteSource, xing: number, end: number): Summary | undefined {
  const flags = source.u32(xing + 4)
  let at = xing + 8
  if ((flags & 1) === 0) return undefined
  const frames = source.u32(at)
  at += 4
  const bytes = (flags & 2) === 0 ? undefined : source.u32(at)
  if (bytes !== undefined) at += 4
  if ((flags & 4) !== 0) at += 100
  if ((flags & 8) !== 0) at += 4
  if (frames === 0 || at > end) return undefined
  const trim = trimIn(source, at, end)
  return { frames, ...(bytes !== undefined && { bytes }), ...(trim !== undefined && { trim }) }
}

/** Reads how much silence was added by LAME or by a compatible encoder. */
function trimIn(source: ByteSource, lame: number, end: number): Summary['trim'] {
  if (lame + 24 > end || !(source.is(lame, 'LAME') || source.is(lame, 'Lavc') || source.is(lame, 'Lavf')))
    return undefined
  const packed = source.u24(lame + 21)
  return { delaySamples: packed >> 12, paddingSamples: packed & 0xfff }
}

/**
 * The samples that the encoder has added, as the LAME header of an MP3 stream declares them. The delay of a decoder,
 * 529 samples, is not included.
 */
export function mp3Trim(source: ByteSource, stretch: Stretch, behindTag: boolean): EncoderTrim | undefined {
  const first = firstFrame(source, stretch, behindTag)
  const header = first === undefined ? undefined : mpegHeader(source.u32(first))
  if (first === undefined || header === undefined) return undefined
  const { sampleRate } = header
  const trim = summaryIn(source, first, stretch.end, header)?.trim
  return trim === undefined ? undefined : { ...trim, sampleRate }
}

/**
 * Largest difference in bytes between the summary and the file; a larger one means that the summary belongs
 * to another version of the file.
 */
const SUMMARY_TOLERANCE = 4096

function agrees(summary: Summary, bytes: number, seconds: (frames: number) => number): boolean {
  if (summary.bytes !== undefined && summary.bytes > 0) {
    if (Math.abs(bytes - summary.bytes) > Math.max(SUMMARY_TOLERANCE, bytes / 200)) return false
  }
  const bitrate = (bytes * 8) / seconds(summary.frames)
  return bitrate >= 4000 && bitrate <= 400_000
}

/** Frames read at one position to decide whether the bitrate is constant. */
const PROBE_FRAMES = 12
const PROBE_BYTES = 8 * 1024

/** Whether the frames at the start, at the quarters and at the end all have the same bitrate. */
function isConstant(source: ByteSource, first: number, end: number, header: MpegHeader): boolean {
  if (!hasOneBitrate(source, first, end, header)) return false
  const quarter = Math.floor((end - first) / 4)
  const probes = [first + quarter, first + 2 * quarter, first + 3 * quarter, end - PROBE_BYTES]
  return probes.every((probe) => {
    const frame = nextFrame(source, probe, Math.min(end, probe + PROBE_BYTES), end, header.signature)
    return frame !== -1 && hasOneBitrate(source, frame, end, header)
  })
}

function hasOneBitrate(source: ByteSource, start: number, end: number, header: MpegHeader): boolean {
  let at = start
  for (let count = 0; count < PROBE_FRAMES && at + MPEG_HEADER_BYTES <= end; count += 1) {
    const bits = source.u32(at)
    if (mpegSignature(bits) !== header.signature || mpegHeader(bits)?.bitrate !== header.bitrate) return false
    at += mpegFrameBytes(bits)
  }
  return true
}

/** The next offset at which a frame of this stream begins and another one follows it, or -1. */
function nextFrame(source: ByteSource, from: number, to: number, end: number, signature: number): number {
  for (let at = source.indexOf(0xff, from, to); at !== -1; at = source.indexOf(0xff, at + 1, to)) {
    if (at + MPEG_HEADER_BYTES > end) return -1
    if (mpegSignature(source.u32(at)) === signature && chainOfFrames(source, at, end, 3).frames >= 2)
      return at
  }
  return -1
}

/** Reads the whole stream and counts the complete frames, skipping other data between them. */
function countFrames(source: ByteSource, start: number, end: number, signature: number): number {
  source.readAhead()
  let frames = 0
  let at = start
  while (at + MPEG_HEADER_BYTES <= end) {
    const bits = source.u32(at)
    const length = mpegSignature(bits) === signature ? mpegFrameBytes(bits) : 0
    if (length > 0) {
      if (at + length > end) break
      frames += 1
      at += length
    } else {
      const next = nextFrame(source, at + 1, end, end, signature)
      if (next === -1) break
      at = next
    }
  }
  return frames
}
