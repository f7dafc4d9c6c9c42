import { addTag, keepTags, tagNamed } from '@tonarchiv/contract/audio-tags'
import type { ByteSource } from '../byte-source.ts'
import { coverBehind, type EmbeddedCover, type ByteRange } from '../embedded-cover.ts'
import { readFlacPicture } from './flac-picture.ts'
import { isLyricsField, keepLyrics, LYRICS_FIELD_MAX_BYTES } from '../lyrics-tags.ts'
import type { TagFindings } from '../mpeg/id3v2.ts'
import { keepSoundTag, soundTagNamed } from '../sound-tags.ts'
import { ByteRangeReader } from '../byte-range-reader.ts'

const COMMENTS_MAX = 10_000
/** Maximum number of bytes of a comment that are read. */
const TEXT_MAX_BYTES = 4096
const PICTURE_KEY = 'METADATA_BLOCK_PICTURE='
/** Base64 characters that contain the head of a picture block. */
const PICTURE_HEAD_LETTERS = 2048

/** Reads a comment header, which Vorbis, Opus and FLAC share, from the given ranges of the file. */
export function readVorbisComment(
  source: ByteSource,
  ranges: readonly ByteRange[],
  found: TagFindings,
): void {
  const reader = new ByteRangeReader(source, ranges)
  reader.skip(reader.u32le())
  const count = Math.min(reader.u32le(), COMMENTS_MAX)
  const names: Names = { artist: [], albumArtist: [] }
  for (let index = 0; index < count && reader.left >= 4; index += 1) {
    const length = reader.u32le()
    if (length > reader.left) return
    const comment = reader.rangesOf(length)
    readComment(source, comment, length, found, names)
  }
  if (names.artist.length > 1) found.tags.artist = names.artist.join(', ')
  keepTags(found.tags, 'artist', names.artist)
  keepTags(found.tags, 'albumArtist', names.albumArtist)
}

/** The values of fields that may be repeated. */
type Names = Record<'artist' | 'albumArtist', string[]>

function readComment(
  source: ByteSource,
  ranges: ByteRange[],
  length: number,
  found: TagFindings,
  names: Names,
): void {
  const text = new ByteRangeReader(source, ranges).view(Math.min(length, TEXT_MAX_BYTES))
  const equals = text.indexOf(0x3d)
  if (equals === -1 || equals > 30) return
  const key = text.toString('latin1', 0, equals)
  const name = tagNamed(key)
  if (name === undefined) {
    const start = equals + 1
    if (soundTagNamed(key) !== undefined) keepSoundTag(found, key, text.toString('utf8', start))
    else if (isLyricsField(key)) readLyricsField(source, ranges, { start, end: length }, found)
    else if (`${key.toUpperCase()}=` === PICTURE_KEY) readPicture(source, ranges, length, found)
    return
  }
  const value = text.toString('utf8', equals + 1)
  addTag(found.tags, name, value)
  if (name !== 'artist' && name !== 'albumArtist') return
  if (value.length < 200 && names[name].length < 10) names[name].push(value)
}

function readLyricsField(
  source: ByteSource,
  ranges: ByteRange[],
  { start, end }: { start: number; end: number },
  found: TagFindings,
): void {
  if (end - start > LYRICS_FIELD_MAX_BYTES) return
  const reader = new ByteRangeReader(source, ranges)
  reader.skip(start)
  keepLyrics(found, reader.bytes(end - start).toString('utf8'))
}

/** A FLAC picture block in base64; only its head is decoded here. */
function readPicture(source: ByteSource, ranges: ByteRange[], length: number, found: TagFindings): void {
  const reader = new ByteRangeReader(source, ranges)
  reader.skip(PICTURE_KEY.length)
  const letters = length - PICTURE_KEY.length
  const place = new ByteRangeReader(source, ranges)
  place.skip(PICTURE_KEY.length)
  const head = Buffer.from(reader.bytes(Math.min(letters, PICTURE_HEAD_LETTERS)).toString('latin1'), 'base64')
  const picture = readFlacPicture(head)
  if (picture === undefined || (found.cover !== undefined && !picture.isFront)) return
  const cover: EmbeddedCover | undefined = coverBehind(head.subarray(picture.start), {
    ranges: place.rangesOf(letters),
    coding: 'base64',
    start: picture.start,
    length: picture.length,
  })
  // Four base64 characters encode three bytes.
  if (cover !== undefined && picture.start + picture.length <= Math.ceil((letters * 3) / 4))
    found.cover = cover
}
