import { WINDOW_BYTES, type ByteSource } from '../byte-source.ts'
import { plainCover } from '../embedded-cover.ts'
import { flacFrameAt, type FlacFrame } from './flac-frame.ts'
import { readFlacPicture } from './flac-picture.ts'
import type { TagFindings } from '../mpeg/id3v2.ts'
import { BrokenAudio, soundOf, type Sound } from '../sound.ts'
import { readVorbisComment } from './vorbis-comment.ts'

const BLOCKS_MAX = 1000
const STREAM_INFO = 0
const COMMENT = 4
const PICTURE = 6
const PICTURE_HEAD_BYTES = 2048

/** Contents of the first block of a FLAC stream. */
interface StreamInfo {
  minBlockSamples: number
  /** Bytes; 0 when unknown. */
  maxFrameBytes: number
  sampleRate: number
  channels: number
  /** 0 when unknown. */
  totalSamples: number
}

/**
 * Reads a FLAC stream whose marker is at `start`.
 * @throws BrokenAudio
 */
export function readFlac(source: ByteSource, start: number, found: TagFindings): Sound {
  const { info, end } = readBlocks(source, start + 4, found)
  const first = flacFrameAt(source, end, source.size)
  if (first === undefined) throw new BrokenAudio(end >= source.size ? 'truncated' : 'damaged')
  const samples = samplesThere(source, first, end, info)
  const { sampleRate, channels } = info
  const durationSeconds = samples / sampleRate
  const cut = samples < info.totalSamples && ({ isCut: true } as const)
  const ranges = { format: 'flac', codec: 'flac', durationSeconds, sampleRate, channels, ...cut } as const
  return soundOf(ranges, source.size - end)
}

/** Reads the metadata blocks; returns the offset of the first frame. */
function readBlocks(
  source: ByteSource,
  start: number,
  found: TagFindings,
): { info: StreamInfo; end: number } {
  let info: StreamInfo | undefined
  let at = start
  for (let count = 0; count < BLOCKS_MAX; count += 1) {
    const header = source.u32(at)
    const type = (header >>> 24) & 0x7f
    const length = header & 0xffffff
    const body = at + 4
    if (body + length > source.size) throw new BrokenAudio('truncated')
    if (type === STREAM_INFO && length >= 34) info ??= streamInfo(source, body)
    if (type === COMMENT) readVorbisComment(source, [{ offset: body, length }], found)
    if (type === PICTURE) readPicture(source, body, length, found)
    at = body + length
    if (header >>> 31 === 1) break
  }
  if (info === undefined) throw new BrokenAudio('damaged')
  return { info, end: at }
}

export function streamInfo(source: ByteSource, offset: number): StreamInfo {
  // 20 bits sample rate, 3 bits channels, 5 bits sample size, 36 bits total samples.
  const packed = source.u32(offset + 10)
  const highSamples = source.u8(offset + 13) & 15
  return {
    minBlockSamples: source.u16(offset),
    maxFrameBytes: source.u24(offset + 7),
    sampleRate: packed >>> 12,
    channels: ((packed >>> 9) & 7) + 1,
    totalSamples: highSamples * 4_294_967_296 + source.u32(offset + 14),
  }
}

function readPicture(source: ByteSource, offset: number, length: number, found: TagFindings): void {
  const head = source.bytes(offset, Math.min(length, PICTURE_HEAD_BYTES))
  const picture = readFlacPicture(head)
  if (picture === undefined || (found.cover !== undefined && !picture.isFront)) return
  if (picture.start + picture.length > length) return
  const cover = plainCover(source, offset + picture.start, picture.length)
  if (cover !== undefined) found.cover = cover
}

const FRAME_SYNC = [Buffer.from([0xff, 0xf8]), Buffer.from([0xff, 0xf9])] as const
/** Where the last frame is searched for when the maximum frame size is unknown. */
const TAIL_BYTES = 64 * 1024
/** Space for tags of other formats after the last frame. */
const BEHIND_LAST_BYTES = 1024

/**
 * Number of samples up to the last frame in the file; a truncated stream has fewer than its header declares.
 */
function samplesThere(source: ByteSource, first: FlacFrame, start: number, info: StreamInfo): number {
  const frameBytes = info.maxFrameBytes === 0 ? TAIL_BYTES : info.maxFrameBytes + BEHIND_LAST_BYTES
  const from = Math.max(start, source.size - Math.min(frameBytes, WINDOW_BYTES))
  let to = source.size
  let last = 0
  const sync = first.hasVariableBlocks ? FRAME_SYNC[1] : FRAME_SYNC[0]
  for (let at = source.lastIndexOf(sync, from, to); at !== -1; at = source.lastIndexOf(sync, from, to)) {
    const frame = flacFrameAt(source, at, source.size)
    to = at + 1
    if (frame?.signature !== first.signature) continue
    const end = frame.hasVariableBlocks
      ? frame.number + frame.blockSamples
      : frame.number * info.minBlockSamples + frame.blockSamples
    if (end === info.totalSamples) return end
    // Audio data may look like a header by chance, so the search continues until one fits the declared
    // number.
    if (last === 0 && (info.totalSamples === 0 || end < info.totalSamples)) last = end
    to = at
  }
  return last === 0 ? info.totalSamples : last
}
