import { addTag, type FileTags, type TagField } from './file-tags.ts'
import { addId3Tags } from './id3-tags.ts'

/** Bytes that are read of a header at most. */
const HEADER_MAX = 1024 * 1024
const BOXES_MAX = 200
const TEXT_MAX_BYTES = 4096

/**
 * What an audio file carries in its tags (ID3, Vorbis comments, MP4, RIFF); empty when it carries none or is something
 * else. Only for show: the server reads the file itself.
 */
export async function tagsIn(file: Blob): Promise<FileTags> {
  const tags: FileTags = {}
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

async function addFlacTags(tags: FileTags, file: Blob): Promise<void> {
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

const COMMENT_FIELD_OF: ReadonlyMap<string, TagField> = new Map([
  ['title', 'title'],
  ['artist', 'artist'],
  ['album', 'album'],
  ['albumartist', 'albumArtist'],
  ['date', 'year'],
  ['year', 'year'],
  ['tracknumber', 'track'],
  ['discnumber', 'disc'],
])
const COMMENT = /(title|albumartist|artist|album|date|year|tracknumber|discnumber)=/gi

/**
 * Vorbis comments stand in many containers; a field is looked for by its name and the length before it, which no other
 * text has there.
 */
function addComments(tags: FileTags, view: DataView): void {
  for (const { 0: match, 1: name = '', index } of latin(view, 0, view.byteLength).matchAll(COMMENT)) {
    const length = index < 4 ? 0 : view.getUint32(index - 4, true)
    const field = COMMENT_FIELD_OF.get(name.toLowerCase())
    if (field === undefined || length <= match.length || length > TEXT_MAX_BYTES) continue
    addTag(tags, field, new TextDecoder().decode(bytesOf(view, index + match.length, length - match.length)))
  }
}

const RIFF_FIELDS: readonly (readonly [name: string, field: TagField])[] = [
  ['INAM', 'title'],
  ['IART', 'artist'],
  ['IPRD', 'album'],
  ['ICRD', 'year'],
  ['IPRT', 'track'],
  ['ITRK', 'track'],
]

async function addRiffTags(tags: FileTags, file: Blob): Promise<void> {
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

function addInfo(tags: FileTags, info: DataView): void {
  const text = latin(info, 0, info.byteLength)
  for (const [name, field] of RIFF_FIELDS) {
    const place = text.indexOf(name)
    if (place < 0 || place + 8 > info.byteLength) continue
    addTag(tags, field, new TextDecoder().decode(bytesOf(info, place + 8, info.getUint32(place + 4, true))))
  }
}

/** The way to the list of fields through the boxes; `meta` carries four bytes before its own. */
const MP4_WAY = ['moov', 'udta', 'meta', 'ilst']
const MP4_FIELDS: readonly (readonly [name: string, field: TagField])[] = [
  ['\u00a9nam', 'title'],
  ['\u00a9ART', 'artist'],
  ['\u00a9alb', 'album'],
  ['aART', 'albumArtist'],
  ['\u00a9day', 'year'],
  ['trkn', 'track'],
  ['disk', 'disc'],
]

async function addMp4Tags(tags: FileTags, file: Blob): Promise<void> {
  let [at, end] = [0, file.size]
  for (const wanted of MP4_WAY) {
    const box = await boxIn(file, at, end, wanted)
    if (!box) return
    at = box.at + (wanted === 'meta' ? 4 : 0)
    end = box.end
  }
  for (const [name, field] of MP4_FIELDS) {
    const item = await boxIn(file, at, end, name)
    const data = item && (await boxIn(file, item.at, item.end, 'data'))
    if (!data) continue
    const value = await read(file, data.at + 8, Math.min(data.end - data.at - 8, TEXT_MAX_BYTES))
    // Numbers are stored as two bytes behind two others.
    if (field === 'track' || field === 'disc') {
      if (value.byteLength >= 4) addTag(tags, field, String(value.getUint16(2)))
    } else addTag(tags, field, new TextDecoder().decode(value))
  }
}

async function boxIn(file: Blob, from: number, end: number, wanted: string) {
  let at = from
  for (let boxes = 0; boxes < BOXES_MAX && at + 8 <= end; boxes += 1) {
    const head = await read(file, at, 16)
    if (head.byteLength < 8) return undefined
    const short = head.getUint32(0)
    const isLong = short === 1 && head.byteLength === 16
    const size = isLong ? Number(head.getBigUint64(8)) : short === 0 ? end - at : short
    const name = latin(head, 4, 4)
    if (size < 8) return undefined
    if (name === wanted) return { at: at + (isLong ? 16 : 8), end: Math.min(end, at + size) }
    at += size
  }
  return undefined
}
