import {
  addTag,
  addTexts,
  hasCustomName,
  tagNamed,
  type AudioTags,
  type TagName,
} from '@tonarchiv/contract/audio-tags'
import { sourceOfBytes, type ByteSource } from '../byte-source.ts'
import { withoutUnsynchronisation, type EmbeddedCover } from '../embedded-cover.ts'
import { keepLyrics } from '../lyrics-tags.ts'
import { keepSoundTag, type SoundTags } from '../sound-tags.ts'
import { pictureIn, textsOf, type FrameBody } from './id3v2-content.ts'
import { plainLyricsIn, timedLyricsIn } from './id3v2-lyrics.ts'

/** The tags found while a file is read; the first value of a field is kept. */
export interface TagFindings {
  tags: AudioTags
  cover?: EmbeddedCover
  /** Cleaned; plain, or LRC with times. */
  lyrics?: string
  /** About loudness and the encoder's samples. */
  soundTags?: SoundTags
}

const HEADER_BYTES = 10
/** Maximum size of a tag that is unsynchronised as a whole, as it is copied completely. Larger tags are skipped. */
const UNSYNCHRONISED_MAX_BYTES = 20 * 1024 * 1024
const FRAMES_MAX = 2000

const FIELDS = new Map<string, TagName>([
  ['TIT2', 'title'],
  ['TPE1', 'artist'],
  ['TPE2', 'albumArtist'],
  ['TSOP', 'artistSorts'],
  ['TSO2', 'albumArtistSorts'],
  ['TALB', 'album'],
  ['TDRC', 'year'],
  ['TYER', 'year'],
  ['TDRL', 'year'],
  ['TDOR', 'year'],
  ['TORY', 'year'],
  ['TRCK', 'trackNumber'],
  ['TPOS', 'discNumber'],
  ['TCON', 'genres'],
  ['TCMP', 'isCompilation'],
  ['TT2', 'title'],
  ['TP1', 'artist'],
  ['TP2', 'albumArtist'],
  ['TSP', 'artistSorts'],
  ['TS2', 'albumArtistSorts'],
  ['TAL', 'album'],
  ['TYE', 'year'],
  ['TOR', 'year'],
  ['TRK', 'trackNumber'],
  ['TPA', 'discNumber'],
  ['TCO', 'genres'],
  ['TCP', 'isCompilation'],
])
/** `FIELDS` by the id as a number. Numbers are faster to compare, and each frame of each file is looked up. */
const FIELD_OF = new Map([...FIELDS].map(([id, name]) => [numberOf(id), name]))
/** Text frames whose content begins with the name of their field. */
const NAMED_TEXT_FRAMES = new Set([numberOf('TXXX'), numberOf('TXX')])
const PICTURE_FRAMES = new Set([numberOf('APIC'), numberOf('PIC')])
const LYRICS_FRAMES = new Map([
  [numberOf('USLT'), plainLyricsIn],
  [numberOf('ULT'), plainLyricsIn],
  [numberOf('SYLT'), timedLyricsIn],
  [numberOf('SLT'), timedLyricsIn],
])

function numberOf(id: string): number {
  return Buffer.from(id, 'latin1').readUIntBE(0, id.length)
}

/** The format of frames in a version of the tag. */
interface Layout {
  version: 2 | 3 | 4
  isUnsynchronised: boolean
}

/**
 * Reads the ID3v2 tag at `offset`, if there is one; returns its end, which may be beyond the end of the file.
 */
export function readId3v2(source: ByteSource, offset: number, found: TagFindings): number {
  if (!isId3v2(source, offset)) return offset
  const version = source.u8(offset + 3)
  const flags = source.u8(offset + 5)
  const start = offset + HEADER_BYTES
  const end = start + syncsafe(source, offset + 6)
  const hasFooter = version === 4 && (flags & 0x10) !== 0
  if (version === 2 || version === 3 || version === 4) {
    const isUnsynchronised = (flags & 0x80) !== 0
    const hasExtendedHeader = version > 2 && (flags & 0x40) !== 0
    const layout = { version, isUnsynchronised } as const
    const readable = Math.min(end, source.size)
    if (isUnsynchronised && version < 4) {
      readUnsynchronised(source, { start, end: readable, hasExtendedHeader }, layout, found)
    } else {
      readFrames(
        source,
        afterExtendedHeader(source, start, layout, hasExtendedHeader),
        readable,
        layout,
        found,
      )
    }
  }
  return end + (hasFooter ? HEADER_BYTES : 0)
}

/**
 * Reads a tag before `end` that is found by its footer; returns the offset of its beginning, or `end` when
 * there is none.
 */
export function readAppendedId3v2(source: ByteSource, end: number, found: TagFindings): number {
  if (!source.is(end - HEADER_BYTES, '3DI')) return end
  const start = end - 2 * HEADER_BYTES - syncsafe(source, end - 4)
  if (start < 0 || !isId3v2(source, start)) return end
  readId3v2(source, start, found)
  return start
}

export function isId3v2(source: ByteSource, offset: number): boolean {
  if (!source.is(offset, 'ID3') || offset + HEADER_BYTES > source.size) return false
  const highBits = source.u32(offset + 6) & 0x80808080
  return highBits === 0 && source.u8(offset + 3) !== 0xff
}

/** In versions 2 and 3 sizes count the decoded bytes, so the frames are read from a decoded copy. */
function readUnsynchronised(
  source: ByteSource,
  tag: { start: number; end: number; hasExtendedHeader: boolean },
  layout: Layout,
  found: TagFindings,
): void {
  const length = tag.end - tag.start
  if (length > UNSYNCHRONISED_MAX_BYTES) return
  const decoded = withoutUnsynchronisation(source.bytes(tag.start, length))
  const inside: TagFindings = {
    tags: found.tags,
    ...(found.lyrics !== undefined && { lyrics: found.lyrics }),
    ...(found.soundTags !== undefined && { soundTags: found.soundTags }),
  }
  const frames = sourceOfBytes(decoded)
  const start = afterExtendedHeader(frames, 0, layout, tag.hasExtendedHeader)
  readFrames(frames, start, decoded.length, { ...layout, isUnsynchronised: false }, inside)
  if (inside.lyrics !== undefined) found.lyrics = inside.lyrics
  if (inside.soundTags !== undefined) found.soundTags = inside.soundTags
  if (inside.cover === undefined || found.cover !== undefined) return
  const place = inside.cover.ranges[0]
  if (place === undefined) return
  found.cover = {
    mimeType: inside.cover.mimeType,
    ranges: [{ offset: tag.start, length }],
    coding: 'unsynchronised',
    start: place.offset,
    length: place.length,
  }
}

function afterExtendedHeader(source: ByteSource, start: number, layout: Layout, exists: boolean): number {
  if (!exists || start + 4 > source.size) return start
  return layout.version === 4 ? start + syncsafe(source, start) : start + 4 + source.u32(start)
}

function readFrames(
  source: ByteSource,
  start: number,
  end: number,
  layout: Layout,
  found: TagFindings,
): void {
  const headerBytes = layout.version === 2 ? 6 : 10
  let hasFrontCover = found.cover !== undefined
  let offset = start
  for (let count = 0; count < FRAMES_MAX && offset + headerBytes < end; count += 1) {
    const id = layout.version === 2 ? source.u24(offset) : source.u32(offset)
    if (id === 0) return
    const length = frameLength(source, offset, end, layout)
    const body = offset + headerBytes
    if (length > end - body) return
    const readLyrics = LYRICS_FRAMES.get(id)
    const isPicture = !hasFrontCover && PICTURE_FRAMES.has(id)
    const isText = FIELD_OF.has(id) || NAMED_TEXT_FRAMES.has(id)
    if (length > 0 && (isText || isPicture || readLyrics !== undefined)) {
      const frame = frameBody(source, body, length, offset, layout)
      if (frame !== undefined && isText) keepText(found, id, textsOf(source, frame))
      if (frame !== undefined && readLyrics !== undefined) keepLyrics(found, readLyrics(source, frame) ?? '')
      if (frame !== undefined && isPicture) {
        const picture = pictureIn(source, frame, layout.version === 2)
        hasFrontCover = picture?.isFront === true
        if (picture !== undefined && (hasFrontCover || found.cover === undefined)) found.cover = picture.cover
      }
    }
    offset = body + length
  }
}

function frameLength(source: ByteSource, offset: number, end: number, { version }: Layout): number {
  if (version === 2) return source.u24(offset + 3)
  const plain = source.u32(offset + 4)
  if (version === 3 || plain < 0x80) return plain
  // Old iTunes versions wrote plain sizes into version 4: use the interpretation after which another frame
  // follows.
  if ((plain & 0x80808080) !== 0) return plain
  const safe = syncsafe(source, offset + 4)
  const body = offset + HEADER_BYTES
  return startsFrame(source, body + safe, end) || !startsFrame(source, body + plain, end) ? safe : plain
}

function startsFrame(source: ByteSource, offset: number, end: number): boolean {
  if (offset === end) return true
  if (offset + 4 > end) return false
  const id = source.u32(offset)
  if (id === 0) return true
  for (let shift = 24; shift >= 0; shift -= 8) {
    const letter = (id >>> shift) & 0xff
    if (!((letter >= 0x41 && letter <= 0x5a) || (letter >= 0x30 && letter <= 0x39))) return false
  }
  return true
}

/** The location of a frame's content; undefined when it is compressed or encrypted. */
function frameBody(
  source: ByteSource,
  start: number,
  length: number,
  header: number,
  layout: Layout,
): FrameBody | undefined {
  if (layout.version === 2) return { start, length, isUnsynchronised: false }
  const flags = source.u8(header + 9)
  if (layout.version === 3) {
    if ((flags & 0xc0) !== 0) return undefined
    const group = (flags & 0x20) === 0 ? 0 : 1
    return { start: start + group, length: length - group, isUnsynchronised: false }
  }
  if ((flags & 0x0c) !== 0) return undefined
  const extra = ((flags & 0x40) === 0 ? 0 : 1) + ((flags & 0x01) === 0 ? 0 : 4)
  const isUnsynchronised = layout.isUnsynchronised || (flags & 0x02) !== 0
  return extra < length ? { start: start + extra, length: length - extra, isUnsynchronised } : undefined
}

/** Four bytes of seven bits each. */
function syncsafe(source: ByteSource, offset: number): number {
  const plain = source.u32(offset)
  return (
    ((plain >>> 24) << 21) | (((plain >>> 16) & 0x7f) << 14) | (((plain >>> 8) & 0x7f) << 7) | (plain & 0x7f)
  )
}

function keepText(found: TagFindings, frameId: number, texts: readonly string[]): void {
  const field = FIELD_OF.get(frameId)
  if (field === undefined) keepNamedText(found, texts)
  else addTexts(found.tags, field, texts)
}

/** Keeps the texts of a frame that names its field in `description`, unless the field has a frame of its own. */
function keepNamedText(found: TagFindings, [description = '', ...texts]: readonly string[]): void {
  const name = tagNamed(description)
  if (hasCustomName(name)) for (const text of texts) addTag(found.tags, name, text)
  else keepSoundTag(found, description, texts[0] ?? '')
}
