import type { ByteSource } from '../byte-source.ts'
import { streamInfo } from './flac.ts'
import type { TagFindings } from '../mpeg/id3v2.ts'
import { oggPageAt, packetAt, packetsEndingIn, PAGE_MAX_BYTES, type OggPage } from './ogg-pages.ts'
import { BrokenAudio, soundOf, type Sound } from '../sound.ts'
import { readVorbisComment } from './vorbis-comment.ts'

/** Maximum number of logical streams that begin together. */
const STREAMS_MAX = 32

/** The audio stream in an Ogg file. */
interface OggStream {
  codec: 'vorbis' | 'opus' | 'flac'
  serial: number
  sampleRate: number
  channels: number
  /** Number of samples at the start that are not played. */
  preSkip: number
  /** Granules per second; Opus always uses 48,000. */
  clock: number
  /** Maximum number of samples in one packet. */
  packetSamplesMax: number
}

/**
 * Reads an Ogg file that begins at 0. Undefined when it is a video or contains no known audio codec.
 * @throws BrokenAudio
 */
export function readOgg(source: ByteSource, found: TagFindings): Sound | undefined {
  const opening = openingOf(source)
  if (opening === undefined) return undefined
  const { stream, afterFirstPages } = opening
  const soundStart = readComments(source, stream, afterFirstPages, found)
  const { codec, sampleRate, channels } = stream
  const format = codec === 'opus' ? 'opus' : 'ogg'
  const durationSeconds = secondsOf(source, stream, afterFirstPages)
  return soundOf({ format, codec, durationSeconds, sampleRate, channels }, source.size - soundStart)
}

/** Reads the first pages, one per logical stream. */
function openingOf(source: ByteSource): { stream: OggStream; afterFirstPages: number } | undefined {
  let stream: OggStream | undefined
  let at = 0
  for (let count = 0; count < STREAMS_MAX; count += 1) {
    const page = oggPageAt(source, at)
    if (page === undefined || page.end > source.size) throw new BrokenAudio('truncated')
    if (!page.isFirst) break
    if (isVideo(source, page)) return undefined
    stream ??= streamIn(source, page)
    at = page.end
  }
  return stream === undefined ? undefined : { stream, afterFirstPages: at }
}

function isVideo(source: ByteSource, page: OggPage): boolean {
  return (
    source.is(page.bodyStart, '\x80theora') ||
    source.is(page.bodyStart, 'BBCD') ||
    source.is(page.bodyStart, 'OVP80')
  )
}

function streamIn(source: ByteSource, page: OggPage): OggStream | undefined {
  const at = page.bodyStart
  const length = page.end - at
  const { serial } = page
  if (length >= 30 && source.is(at, '\x01vorbis')) {
    const sampleRate = source.u32le(at + 12)
    const channels = source.u8(at + 11)
    return {
      codec: 'vorbis',
      serial,
      sampleRate,
      channels,
      preSkip: 0,
      clock: sampleRate,
      packetSamplesMax: 8192,
    }
  }
  if (length >= 19 && source.is(at, 'OpusHead')) {
    const channels = source.u8(at + 9)
    const preSkip = source.u16le(at + 10)
    return {
      codec: 'opus',
      serial,
      sampleRate: 48_000,
      channels,
      preSkip,
      clock: 48_000,
      packetSamplesMax: 5760,
    }
  }
  if (length >= 51 && source.is(at, '\x7fFLAC')) {
    const { sampleRate, channels } = streamInfo(source, at + 17)
    return {
      codec: 'flac',
      serial,
      sampleRate,
      channels,
      preSkip: 0,
      clock: sampleRate,
      packetSamplesMax: 65_536,
    }
  }
  return undefined
}

/** The bytes before the comments, by codec: a magic string, in FLAC the header of the block. */
const COMMENT_MARK = { vorbis: '\x03vorbis', opus: 'OpusTags', flac: '\x04' } as const
const FLAC_BLOCK_HEADER_BYTES = 4

/** Reads the comments; returns the offset of the pages after them. */
function readComments(source: ByteSource, stream: OggStream, offset: number, found: TagFindings): number {
  const packet = packetAt(source, offset, stream.serial)
  const [first, ...others] = packet?.ranges ?? []
  if (packet === undefined || first === undefined) return offset
  const mark = COMMENT_MARK[stream.codec]
  const isComment =
    source.is(first.offset, mark) || (stream.codec === 'flac' && source.is(first.offset, '\x84'))
  const skipped = stream.codec === 'flac' ? FLAC_BLOCK_HEADER_BYTES : mark.length
  if (isComment && first.length > skipped) {
    const rest = { offset: first.offset + skipped, length: first.length - skipped }
    readVorbisComment(source, [rest, ...others], found)
  }
  return packet.pagesEnd
}

function secondsOf(source: ByteSource, stream: OggStream, start: number): number {
  const last = lastPage(source, stream, start)
  const samples =
    last === undefined ? walkedSamples(source, stream, start) : last.granule - startOf(source, stream, start)
  return samples / stream.clock
}

const PAGE_MARK = Buffer.from('OggS')

/** How the audio of an Ogg file with one stream ends. */
export interface OggEnd {
  /** Samples that are played. */
  samples: number
  /** Samples at the start that are not played. */
  preSkip: number
  /** The sample rate of both counts. */
  clock: number
  /** Offset of the last page in the file. */
  lastPage: number
}

/** The factor by which a player of Opus multiplies the decoded samples (RFC 7845 §5.1, output gain). */
export function opusGain(source: ByteSource): number {
  const head = oggPageAt(source, 0)?.bodyStart
  if (head === undefined || head + 19 > source.size || !source.is(head, 'OpusHead')) return 1
  const steps = (source.u16le(head + 16) << 16) >> 16
  return 10 ** (steps / 256 / 20)
}

/** Undefined when several streams follow each other. */
export function oggEnd(source: ByteSource): OggEnd | undefined {
  const opening = openingOf(source)
  if (opening === undefined) return undefined
  const { stream, afterFirstPages } = opening
  const last = lastPage(source, stream, afterFirstPages)
  if (last === undefined) return undefined
  const samples = last.granule - startOf(source, stream, afterFirstPages)
  return { samples, preSkip: stream.preSkip, clock: stream.clock, lastPage: last.offset }
}

/**
 * The last complete page of the stream, and the position after it; undefined when other streams follow it, or
 * no packet ends in the tail.
 */
function lastPage(
  source: ByteSource,
  stream: OggStream,
  start: number,
): { offset: number; granule: number } | undefined {
  const from = Math.max(start, source.size - PAGE_MAX_BYTES - 1024)
  let to = source.size
  for (
    let at = source.lastIndexOf(PAGE_MARK, from, to);
    at !== -1;
    at = source.lastIndexOf(PAGE_MARK, from, to)
  ) {
    const page = oggPageAt(source, at)
    if (page !== undefined && page.end <= source.size) {
      if (page.serial === stream.serial && page.granule >= 0) return { offset: at, granule: page.granule }
      // The page belongs to a stream that did not begin with the others: the file is chained.
      if (page.serial !== stream.serial) return undefined
    }
    to = at + PAGE_MARK.length - 1
  }
  return undefined
}

/**
 * Samples before the first one that is played: the pre-skip, or the start offset of a recording that was cut
 * out of a live stream.
 */
function startOf(source: ByteSource, stream: OggStream, start: number): number {
  let at = start
  for (let pages = 0; pages < 2000; pages += 1) {
    const page = oggPageAt(source, at)
    if (page === undefined || page.end > source.size) break
    if (page.serial === stream.serial && page.granule > 0) {
      const most = packetsEndingIn(source, page) * stream.packetSamplesMax
      return page.granule > most + stream.clock ? page.granule : stream.preSkip
    }
    at = page.end
  }
  return stream.preSkip
}

/** Reads all pages and adds up the streams of a chained file. */
function walkedSamples(source: ByteSource, stream: OggStream, start: number): number {
  source.readAhead()
  let current: OggStream | undefined = stream
  let samples = 0
  let last = 0
  let at = start
  for (;;) {
    const page = oggPageAt(source, at)
    if (page === undefined || page.end > source.size) break
    if (page.isFirst) {
      const next = streamIn(source, page)
      if (next !== undefined) {
        samples += inClockOf(stream, current, last)
        current = next
        last = 0
      }
    } else if (page.serial === current?.serial && page.granule >= 0) last = page.granule
    at = page.end
  }
  return samples + inClockOf(stream, current, last)
}

function inClockOf(stream: OggStream, link: OggStream | undefined, granule: number): number {
  if (link === undefined || !(link.clock > 0)) return 0
  return (Math.max(0, granule - link.preSkip) / link.clock) * stream.clock
}
