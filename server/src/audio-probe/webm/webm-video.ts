import { type ByteSource, EndOfBytes } from '../byte-source.ts'

/** The video fields of a WebM file. */
export interface WebmVideo {
  codec: string
  width: number
  height: number
  /** Null when it can be read neither from the header nor from the end. */
  durationSeconds: number | null
  /** The file is truncated: it declares more bytes than it has. */
  isCut: boolean
}

const EBML = 0x1a45dfa3
const DOC_TYPE = 0x4282
const SEGMENT = 0x18538067
const INFO = 0x1549a966
const TIMECODE_SCALE = 0x2ad7b1
const DURATION = 0x4489
const TRACKS = 0x1654ae6b
const TRACK_ENTRY = 0xae
const TRACK_TYPE = 0x83
const CODEC_ID = 0x86
const VIDEO = 0xe0
const PIXEL_WIDTH = 0xb0
const PIXEL_HEIGHT = 0xba
const DISPLAY_WIDTH = 0x54b0
const DISPLAY_HEIGHT = 0x54ba
const DISPLAY_UNIT = 0x54b2
const CLUSTER = 0x1f43b675
const CLUSTER_TIME = 0xe7
const BLOCK_GROUP = 0xa0
const BLOCK = 0xa1
const SIMPLE_BLOCK = 0xa3

const VIDEO_TRACK = 1
const PIXELS = 0
/** Nanoseconds. */
const USUAL_SCALE = 1_000_000
/**
 * Limits for the number of elements: in a header that is not a video's, and in a video without a declared
 * duration (about an hour of blocks).
 */
const HEAD_ELEMENTS_MAX = 10_000
const BLOCKS_MAX = 300_000

interface Element {
  id: number
  start: number
  body: number
  /** Undefined when the recorder did not write the size. */
  end: number | undefined
}

interface Track {
  type: number
  codec: string
  width: number
  height: number
  shownWidth: number
  shownHeight: number
  unit: number
}

/**
 * Reads a video's header, and its duration from the end when the header has none. Undefined for anything but
 * a WebM with video.
 */
export function readWebmVideo(source: ByteSource): WebmVideo | undefined {
  const ebml = elementAt(source, 0)
  if (ebml?.id !== EBML || ebml.end === undefined) return undefined
  const isWebm = [...elementsIn(source, ebml.body, ebml.end)].some(
    (element) => element.id === DOC_TYPE && textOf(source, element) === 'webm',
  )
  const segment = isWebm ? elementAt(source, ebml.end) : undefined
  if (segment?.id !== SEGMENT) return undefined

  const tracks: Track[] = []
  let scale = USUAL_SCALE
  let declared = 0
  let firstCluster: Element | undefined
  for (const element of elementsIn(source, segment.body, source.size)) {
    if (element.id === CLUSTER) {
      firstCluster = element
      break
    }
    if (element.end === undefined) break
    if (element.id === INFO) {
      for (const trackValue of elementsIn(source, element.body, element.end)) {
        if (trackValue.id === TIMECODE_SCALE) scale = numberOf(source, trackValue)
        if (trackValue.id === DURATION) declared = floatOf(source, trackValue)
      }
    }
    if (element.id === TRACKS) tracks.push(...tracksIn(source, element.body, element.end))
  }
  const track = tracks.find(({ type }) => type === VIDEO_TRACK)
  if (track === undefined) return undefined
  const ticks = declared > 0 || firstCluster === undefined ? declared : lastTick(source, firstCluster)
  const seconds = (ticks * scale) / 1e9
  const hasShape = track.unit === PIXELS && track.shownWidth > 0 && track.shownHeight > 0
  return {
    codec: track.codec,
    width: hasShape ? track.shownWidth : track.width,
    height: hasShape ? track.shownHeight : track.height,
    durationSeconds: Number.isFinite(seconds) && seconds > 0 ? seconds : null,
    isCut: firstCluster === undefined || (segment.end ?? 0) > source.size,
  }
}

function tracksIn(source: ByteSource, start: number, end: number): Track[] {
  const tracks: Track[] = []
  for (const entry of elementsIn(source, start, end)) {
    if (entry.id !== TRACK_ENTRY || entry.end === undefined) continue
    const track = { type: 0, codec: '', width: 0, height: 0, shownWidth: 0, shownHeight: 0, unit: PIXELS }
    for (const trackValue of elementsIn(source, entry.body, entry.end)) {
      if (trackValue.id === TRACK_TYPE) track.type = numberOf(source, trackValue)
      if (trackValue.id === CODEC_ID) track.codec = textOf(source, trackValue)
      if (trackValue.id !== VIDEO || trackValue.end === undefined) continue
      for (const side of elementsIn(source, trackValue.body, trackValue.end)) {
        if (side.id === PIXEL_WIDTH) track.width = numberOf(source, side)
        if (side.id === PIXEL_HEIGHT) track.height = numberOf(source, side)
        if (side.id === DISPLAY_WIDTH) track.shownWidth = numberOf(source, side)
        if (side.id === DISPLAY_HEIGHT) track.shownHeight = numberOf(source, side)
        if (side.id === DISPLAY_UNIT) track.unit = numberOf(source, side)
      }
    }
    tracks.push(track)
  }
  return tracks
}

/**
 * The time at which the last block begins. Clusters of known length are skipped, except for the last. 0 when
 * it takes too long.
 */
function lastTick(source: ByteSource, first: Element): number {
  let last = first
  let at = first.start
  for (let count = 0; count < BLOCKS_MAX; count += 1) {
    const element = elementAt(source, at)
    if (element === undefined) break
    if (element.id === CLUSTER) last = element
    if (element.end === undefined || element.end > source.size) break
    at = element.end
  }
  source.readAhead()
  let clusterTime = 0
  let latest = 0
  at = last.start
  for (let count = 0; count < BLOCKS_MAX; count += 1) {
    const element = elementAt(source, at)
    if (element === undefined) return latest
    if (element.id === CLUSTER || element.id === BLOCK_GROUP) {
      at = element.body
      continue
    }
    // A truncated file ends with an incomplete element.
    if (element.end === undefined || element.end > source.size) return latest
    if (element.id === CLUSTER_TIME) clusterTime = numberOf(source, element)
    if (element.id === SIMPLE_BLOCK || element.id === BLOCK)
      latest = Math.max(latest, clusterTime + timeInBlock(source, element))
    at = element.end
  }
  return 0
}

/** The time of a block relative to its cluster. In the block it follows the track number. */
function timeInBlock(source: ByteSource, { body, end = body }: Element): number {
  const track = lengthOfNumber(source.u8(body))
  if (track === undefined || body + track + 2 > end) return 0
  const time = source.u16(body + track)
  return time >= 0x8000 ? time - 0x10000 : time
}

/** The elements between two offsets. One of unknown length, or that exceeds the range, is the last. */
function* elementsIn(source: ByteSource, start: number, end: number): Generator<Element> {
  let at = start
  for (let count = 0; count < HEAD_ELEMENTS_MAX && at < end; count += 1) {
    const element = elementAt(source, at)
    if (element === undefined) return
    yield element
    if (element.end === undefined || element.end > end) return
    at = element.end
  }
}

function elementAt(source: ByteSource, at: number): Element | undefined {
  try {
    const idBytes = lengthOfNumber(source.u8(at))
    if (idBytes === undefined || idBytes > 4) return undefined
    const sizeAt = at + idBytes
    const sizeBytes = lengthOfNumber(source.u8(sizeAt))
    if (sizeBytes === undefined) return undefined
    const id = numberAt(source, at, idBytes)
    let size = source.u8(sizeAt) & (0xff >> sizeBytes)
    let isUnknown = size === 0xff >> sizeBytes
    for (let index = 1; index < sizeBytes; index += 1) {
      const byte = source.u8(sizeAt + index)
      size = size * 256 + byte
      isUnknown &&= byte === 0xff
    }
    const body = sizeAt + sizeBytes
    return { id, start: at, body, end: isUnknown ? undefined : body + size }
  } catch (error) {
    if (error instanceof EndOfBytes) return undefined
    throw error
  }
}

/** Number of bytes of a variable-length number, by its leading zero bits. */
function lengthOfNumber(first: number): number | undefined {
  return first === 0 ? undefined : Math.clz32(first) - 23
}

function numberAt(source: ByteSource, at: number, bytes: number): number {
  let value = 0
  for (let index = 0; index < bytes; index += 1) value = value * 256 + source.u8(at + index)
  return value
}

function numberOf(source: ByteSource, { body, end = body }: Element): number {
  return numberAt(source, body, Math.min(8, end - body))
}

function floatOf(source: ByteSource, { body, end = body }: Element): number {
  const bytes = source.view(body, Math.min(8, end - body))
  if (bytes.length === 4) return bytes.readFloatBE(0)
  return bytes.length === 8 ? bytes.readDoubleBE(0) : 0
}

function textOf(source: ByteSource, { body, end = body }: Element): string {
  return source
    .view(body, Math.min(64, end - body))
    .toString('latin1')
    .replaceAll('\0', '')
}
