import {
  type ByteSource,
  EndOfBytes,
  type ReadBuffers,
  TooMuchWork,
  withSourceOfFile,
} from '../byte-source.ts'
import type { TagFindings } from '../mpeg/id3v2.ts'
import { type Movie, readMovie, secondsOf, type TopLevel, topLevel } from '../mp4/mp4.ts'
import type { BrokenReason } from '../sound.ts'
import { unplayableCodec, type VideoFormat } from '../video-formats.ts'
import { readWebmVideo } from '../webm/webm-video.ts'

/** Format, duration and dimensions of a file; its name is not used. */
export type VideoInfo =
  | {
      kind: 'video'
      format: VideoFormat
      /** Null when the file does not contain it. */
      durationSeconds: number | null
      /** Pixels as displayed. */
      width: number
      height: number
      sizeBytes: number
    }
  /** A video that browsers do not play; `codec` is its usual name. */
  | { kind: 'unplayable'; codec: string }
  | { kind: 'not-video' }
  | { kind: 'broken'; reason: BrokenReason }

type Found = Omit<Extract<VideoInfo, { kind: 'video' }>, 'kind' | 'sizeBytes'>

/** The video cannot be shown; thrown and caught in this file only. */
class Unshowable extends Error {
  readonly info: VideoInfo

  constructor(info: VideoInfo) {
    super(info.kind)
    this.info = info
  }
}

/** Upper limits of plausible values: pixels, and seconds. */
const LONGEST_SIDE = 16_384
const LONGEST_SECONDS = 7 * 86_400
const BRAND_OF_QUICKTIME = 'qt  '
/** Brands of still images, which use the same container. */
const BRANDS_OF_STILLS = /^(?:avi[fs]|hei[cfxms]|mif1|msf1)$/
/** First boxes of QuickTime files without a brand. */
const OLD_BEGINNINGS = ['moov', 'mdat', 'wide', 'free', 'skip', 'pnot']

/**
 * Reads a video's header synchronously: call it off the main thread (pool/probe-pool.ts). Never throws;
 * `buffers` are reused from call to call.
 */
export function readVideoInfo(path: string, buffers: ReadBuffers): VideoInfo {
  try {
    return withSourceOfFile(path, buffers, videoInfoOf)
  } catch {
    return { kind: 'broken', reason: 'unreadable' }
  }
}

/**
 * As `readVideoInfo`, for bytes from another source.
 * @throws only errors of the source itself
 */
export function videoInfoOf(source: ByteSource): VideoInfo {
  try {
    const found = source.size === 0 ? undefined : (videoInMp4(source) ?? videoInWebm(source))
    return found === undefined ? { kind: 'not-video' } : { kind: 'video', ...found, sizeBytes: source.size }
  } catch (error) {
    if (error instanceof Unshowable) return error.info
    if (error instanceof EndOfBytes) return { kind: 'broken', reason: 'truncated' }
    if (error instanceof TooMuchWork) return { kind: 'broken', reason: 'too-much-work' }
    throw error
  }
}

function videoInMp4(source: ByteSource): Found | undefined {
  const isBranded = source.is(4, 'ftyp')
  if (!isBranded && !OLD_BEGINNINGS.some((letters) => source.is(4, letters))) return undefined
  const brand = isBranded && source.size >= 12 ? source.view(8, 4).toString('latin1') : BRAND_OF_QUICKTIME
  if (BRANDS_OF_STILLS.test(brand)) return undefined
  const top = topLevel(source)
  if (top.moov === undefined) {
    // Only its brand shows that the file should be a video.
    if (isBranded) throw broken('truncated')
    return undefined
  }
  if (top.moov.end > source.size) throw broken('truncated')
  const found: TagFindings = { tags: {} }
  const movie = readMovie(source, top.moov, found)
  const track = movie.tracks.find(({ kind }) => kind === 'video')
  if (track === undefined) return undefined
  const { codec, profile, width, height } = track.visual
  if (codec === 'encv') throw broken('encrypted')
  if (codec === '' || track.timescale === 0) throw broken('damaged')
  refuseUnplayable(codec, profile)
  if (top.isCut) throw broken('truncated')
  if (top.dataBytes <= 0) throw broken('damaged')
  const format = brand === BRAND_OF_QUICKTIME ? 'mov' : 'mp4'
  return shown({ format, width, height, durationSeconds: longest(source, top, movie) })
}

/** The duration of a video is that of its longest track. */
function longest(source: ByteSource, top: TopLevel, movie: Movie): number | null {
  try {
    const seconds = movie.tracks
      .filter(({ kind, timescale }) => kind !== 'other' && timescale > 0)
      .map((track) => secondsOf(source, top, movie, track))
    return Math.max(0, ...seconds)
  } catch (error) {
    // A very long fragmented video: it can be played, but its duration is unknown.
    if (error instanceof TooMuchWork) return null
    throw error
  }
}

function videoInWebm(source: ByteSource): Found | undefined {
  const video = readWebmVideo(source)
  if (video === undefined) return undefined
  refuseUnplayable(video.codec, 0)
  if (video.isCut) throw broken('truncated')
  const { width, height, durationSeconds } = video
  return shown({ format: 'webm', width, height, durationSeconds })
}

function shown(found: Found): Found {
  const { width, height, durationSeconds } = found
  const isShape = width > 0 && height > 0 && width <= LONGEST_SIDE && height <= LONGEST_SIDE
  if (!isShape) throw broken('damaged')
  const isTime = durationSeconds !== null && durationSeconds > 0 && durationSeconds <= LONGEST_SECONDS
  return { ...found, durationSeconds: isTime ? durationSeconds : null }
}

function refuseUnplayable(codec: string, profile: number): void {
  const name = unplayableCodec(codec, profile)
  if (name !== undefined) throw new Unshowable({ kind: 'unplayable', codec: name })
}

function broken(reason: BrokenReason): Unshowable {
  return new Unshowable({ kind: 'broken', reason })
}
