import {
  addTag,
  type AudioTags,
  hasCustomName,
  isListTag,
  keepTags,
  NAMES_MAX,
  tagNamed,
  type TagName,
} from '@tonarchiv/contract/audio-tags'
import { addId3Tags } from './id3-tags.ts'

/** Maximum number of bytes at the beginning of a file that are read. */
const HEADER_MAX = 1024 * 1024
const BOXES_MAX = 200
const TEXT_MAX_BYTES = 4096

/**
 * Reads the tags of an audio file (ID3, Vorbis comments, MP4, RIFF); empty if it has none or is not an audio file. They
 * are only displayed: the server reads the tags itself.
 */
export async function tagsIn(file: Blob): Promise<AudioTags> {
  const tags: AudioTags = {}
  const start = await read(file, 0, 12)
  const mark = latin(start, 0, 4)
  if (mark.startsWith('ID3')) addId3Tags(tags, await read(file, 0, HEADER_MAX))
  else if (mark === 'fLaC') await addFlacTags(tags, file)
  else if (mark === 'OggS') addComments(tags, await read(file, 0, HEADER_MAX))
  else if (mark === 'RIFF') await addRiffTags(tags, file)
  else if (latin(start, 4, 4) === 'ftyp') await addMp4Tags(tags, file)
  return tags
}

async function read(file: Blob, from: number, length: number): Promise<DataView> {
  return new DataView(await file.slice(from, from + length).arrayBuffer())
}

function bytesOf(view: DataView, from: number, length: number): Uint8Array {
  const begin = Math.min(Math.max(0, from), view.byteLength)
  return new Uint8Array(view.buffer, view.byteOffset + begin, Math.min(length, view.byteLength - begin))
}

function latin(view: DataView, from: number, length: number): string {
  return new TextDecoder('latin1').decode(bytesOf(view, from, length))
}

async function addFlacTags(tags: AudioTags, file: Blob): Promise<void> {
  let at = 4
  for (let blocks = 0; blocks < BOXES_MAX; blocks += 1) {
    const head = await read(file, at, 4)
    if (head.byteLength < 4) return
    const kind = head.getUint8(0)
    const length = head.getUint32(0) & 0xffffff
    if ((kind & 0x7f) === 4) return addComments(tags, await read(file, at + 4, Math.min(length, HEADER_MAX)))
    if (kind >= 0x80) return
    at += 4 + length
  }
}

const COMMENT =
  /(title|album[ _]?artists?|artists?|album|date|year|track(?:number)?|disc(?:number)?|genre|compilation)=/gi

/**
 * Reads Vorbis comments, which many containers contain. A field is recognised by its name and by the length before it,
 * which must match.
 */
function addComments(tags: AudioTags, view: DataView): void {
  const names: Record<'artist' | 'albumArtist', string[]> = { artist: [], albumArtist: [] }
  for (const { 0: match, 1: field = '', index } of latin(view, 0, view.byteLength).matchAll(COMMENT)) {
    const length = index < 4 ? 0 : view.getUint32(index - 4, true)
    const name = tagNamed(field)
    if (name === undefined || length <= match.length || length > TEXT_MAX_BYTES) continue
    const text = new TextDecoder().decode(bytesOf(view, index + match.length, length - match.length))
    addTag(tags, name, text)
    if ((name === 'artist' || name === 'albumArtist') && names[name].length < NAMES_MAX)
      names[name].push(text)
  }
  if (names.artist.length > 1) tags.artist = names.artist.join(', ')
  keepTags(tags, 'artist', names.artist)
  keepTags(tags, 'albumArtist', names.albumArtist)
}

const RIFF_FIELDS: readonly (readonly [name: string, field: TagName])[] = [
  ['INAM', 'title'],
  ['IART', 'artist'],
  ['IPRD', 'album'],
  ['ICRD', 'year'],
  ['IPRT', 'trackNumber'],
  ['ITRK', 'trackNumber'],
  ['IGNR', 'genres'],
]

async function addRiffTags(tags: AudioTags, file: Blob): Promise<void> {
  let at = 12
  for (let chunks = 0; chunks < BOXES_MAX; chunks += 1) {
    const head = await read(file, at, 12)
    if (head.byteLength < 8) return
    const name = latin(head, 0, 4)
    const length = head.getUint32(4, true)
    if (name === 'LIST' && latin(head, 8, 4) === 'INFO')
      addInfo(tags, await read(file, at + 12, Math.min(length, HEADER_MAX)))
    if (name.toLowerCase() === 'id3 ')
      addId3Tags(tags, await read(file, at + 8, Math.min(length, HEADER_MAX)))
    at += 8 + length + (length % 2)
  }
}

function addInfo(tags: AudioTags, info: DataView): void {
  const text = latin(info, 0, info.byteLength)
  for (const [name, field] of RIFF_FIELDS) {
    const place = text.indexOf(name)
    if (place < 0 || place + 8 > info.byteLength) continue
    addTag(tags, field, new TextDecoder().decode(bytesOf(info, place + 8, info.getUint32(place + 4, true))))
  }
}

/** The nested boxes that lead to the list of fields. A `meta` box has four bytes of its own before its child boxes. */
const MP4_WAY = ['moov', 'udta', 'meta', 'ilst']
const MP4_TEXTS: ReadonlyMap<string, TagName> = new Map([
  ['\u00a9nam', 'title'],
  ['\u00a9ART', 'artist'],
  ['\u00a9alb', 'album'],
  ['aART', 'albumArtist'],
  ['\u00a9day', 'year'],
  ['\u00a9gen', 'genres'],
])
/** Fields that contain a number. It has two bytes, which follow two unused ones. */
const MP4_NUMBERS: ReadonlyMap<string, TagName> = new Map([
  ['trkn', 'trackNumber'],
  ['disk', 'discNumber'],
])

async function addMp4Tags(tags: AudioTags, file: Blob): Promise<void> {
  let list: Box = { name: '', at: 0, end: file.size }
  for (const wanted of MP4_WAY) {
    const box = (await boxesIn(file, list)).find(({ name }) => name === wanted)
    if (!box) return
    list = wanted === 'meta' ? { ...box, at: box.at + 4 } : box
  }
  for (const item of await boxesIn(file, list)) {
    const text = MP4_TEXTS.get(item.name)
    const number = MP4_NUMBERS.get(item.name)
    if (text !== undefined) {
      const texts = (await dataIn(file, item)).map(decoded)
      for (const one of isListTag(text) ? texts : texts.slice(0, 1)) addTag(tags, text, one)
      keepTags(tags, text, texts)
    } else if (item.name === '----') await addNamedItem(tags, file, item)
    else if (number !== undefined || item.name === 'cpil') {
      const [value] = await dataIn(file, item)
      if (value === undefined) continue
      if (number === undefined) addTag(tags, 'isCompilation', String(value.getUint8(value.byteLength - 1)))
      else if (value.byteLength >= 4) addTag(tags, number, String(value.getUint16(2)))
    }
  }
}

/** Reads an item that contains the name of its field. Only fields for which there is no standard item are read. */
async function addNamedItem(tags: AudioTags, file: Blob, item: Box): Promise<void> {
  const box = (await boxesIn(file, item)).find(({ name }) => name === 'name')
  if (!box) return
  // The name is after four bytes with version and flags.
  const name = tagNamed(decoded(await read(file, box.at + 4, Math.min(box.end - box.at - 4, TEXT_MAX_BYTES))))
  if (hasCustomName(name)) for (const value of await dataIn(file, item)) addTag(tags, name, decoded(value))
}

/** The values of an item that are not empty; usually there is one. */
async function dataIn(file: Blob, item: Box): Promise<DataView[]> {
  const found: DataView[] = []
  for (const { name, at, end } of await boxesIn(file, item))
    if (name === 'data' && end - at > 8 && found.length < NAMES_MAX)
      found.push(await read(file, at + 8, Math.min(end - at - 8, TEXT_MAX_BYTES)))
  return found
}

function decoded(text: DataView): string {
  return new TextDecoder().decode(text)
}

/** An MP4 box, with the position of its content in the file. */
interface Box {
  name: string
  at: number
  end: number
}

async function boxesIn(file: Blob, { at: from, end }: Box): Promise<Box[]> {
  const found: Box[] = []
  let at = from
  while (found.length < BOXES_MAX && at + 8 <= end) {
    const head = await read(file, at, 16)
    if (head.byteLength < 8) break
    const short = head.getUint32(0)
    const isLong = short === 1 && head.byteLength === 16
    const size = isLong ? Number(head.getBigUint64(8)) : short === 0 ? end - at : short
    if (size < 8) break
    found.push({ name: latin(head, 4, 4), at: at + (isLong ? 16 : 8), end: Math.min(end, at + size) })
    at += size
  }
  return found
}
