import {
  addTag,
  hasCustomName,
  keepTags,
  NAMES_MAX,
  tagNamed,
  type TagName,
  isListTag,
} from '@tonarchiv/contract/audio-tags'
import type { ByteSource } from '../byte-source.ts'
import { plainCover } from '../embedded-cover.ts'
import { keepLyrics, LYRICS_FIELD_MAX_BYTES } from '../lyrics-tags.ts'
import type { TagFindings } from '../mpeg/id3v2.ts'
import { keepSoundTag, soundTagNamed } from '../sound-tags.ts'
import { boxesIn, boxType, type Mp4Box } from './mp4-boxes.ts'

const DATA = boxType('data')
/** Version, type and locale before a value. */
const DATA_HEADER_BYTES = 8
const TEXT_MAX_BYTES = 4096

const TEXTS = new Map<number, TagName>([
  [boxType('\u00a9nam'), 'title'],
  [boxType('\u00a9ART'), 'artist'],
  [boxType('aART'), 'albumArtist'],
  [boxType('soar'), 'artistSorts'],
  [boxType('soaa'), 'albumArtistSorts'],
  [boxType('\u00a9alb'), 'album'],
  [boxType('\u00a9day'), 'year'],
  [boxType('\u00a9gen'), 'genres'],
])
/** Number pairs such as track 3 of 12. */
const PAIRS = new Map<number, TagName>([
  [boxType('trkn'), 'trackNumber'],
  [boxType('disk'), 'discNumber'],
])
const CPIL = boxType('cpil')
const COVR = boxType('covr')
const LYRICS = boxType('\u00a9lyr')
const NAMED = boxType('----')
const NAME = boxType('name')
/** Version before a name. */
const NAME_HEADER_BYTES = 4

/** Reads the metadata item list that iTunes introduced. */
export function readIlst(source: ByteSource, ilst: Mp4Box, found: TagFindings): void {
  for (const item of boxesIn(source, ilst.body, ilst.end)) {
    if (item.type === COVR) readCover(source, item, found)
    else if (item.type === LYRICS) readLyricsItem(source, item, found)
    else if (item.type === NAMED) readNamedValue(source, item, found)
    else readValue(source, item, found)
  }
}

function readValue(source: ByteSource, item: Mp4Box, found: TagFindings): void {
  const text = TEXTS.get(item.type)
  const pair = PAIRS.get(item.type)
  if (text !== undefined) {
    const texts = textsIn(source, item)
    for (const one of isListTag(text) ? texts : texts.slice(0, 1)) addTag(found.tags, text, one)
    keepTags(found.tags, text, texts)
    return
  }
  if (pair === undefined && item.type !== CPIL) return
  for (const data of boxesIn(source, item.body, item.end)) {
    const value = data.body + DATA_HEADER_BYTES
    const length = data.end - value
    if (data.type !== DATA || length < 1) return
    if (pair !== undefined) {
      if (length >= 4) addTag(found.tags, pair, String(source.u16(value + 2)))
    } else if (source.u8(value + length - 1) === 1) found.tags.isCompilation = true
    return
  }
}

/** The values of a text item, usually one. */
function textsIn(source: ByteSource, item: Mp4Box): string[] {
  const texts: string[] = []
  for (const data of boxesIn(source, item.body, item.end)) {
    const value = data.body + DATA_HEADER_BYTES
    if (data.type !== DATA || data.end <= value || texts.length === NAMES_MAX) break
    texts.push(textAt(source, value, data.end))
  }
  return texts
}

function textAt(source: ByteSource, start: number, end: number): string {
  return source.view(start, Math.min(end - start, TEXT_MAX_BYTES)).toString('utf8')
}

/** An item with a custom name; only fields that have no item of their own are read. */
function readNamedValue(source: ByteSource, item: Mp4Box, found: TagFindings): void {
  let field = ''
  let name: TagName | undefined
  let count = 0
  for (const box of boxesIn(source, item.body, item.end)) {
    if (box.type === NAME) {
      field = textAt(source, Math.min(box.body + NAME_HEADER_BYTES, box.end), box.end)
      name = tagNamed(field)
      if (!hasCustomName(name) && soundTagNamed(field) === undefined) return
    }
    const value = box.body + DATA_HEADER_BYTES
    if (box.type !== DATA || box.end <= value) continue
    if (name === undefined) keepSoundTag(found, field, textAt(source, value, box.end))
    if (name === undefined) continue
    addTag(found.tags, name, textAt(source, value, box.end))
    count += 1
    if (count === NAMES_MAX) return
  }
}

function readLyricsItem(source: ByteSource, item: Mp4Box, found: TagFindings): void {
  for (const data of boxesIn(source, item.body, item.end)) {
    const text = data.body + DATA_HEADER_BYTES
    const length = data.end - text
    if (data.type !== DATA || length < 1 || length > LYRICS_FIELD_MAX_BYTES) continue
    keepLyrics(found, source.bytes(text, length).toString('utf8'))
  }
}

/** The first item that is really an image. */
function readCover(source: ByteSource, item: Mp4Box, found: TagFindings): void {
  for (const data of boxesIn(source, item.body, item.end)) {
    const picture = data.body + DATA_HEADER_BYTES
    if (data.type === DATA && data.end > picture) {
      const cover = plainCover(source, picture, data.end - picture)
      if (cover === undefined) continue
      found.cover ??= cover
      return
    }
  }
}
