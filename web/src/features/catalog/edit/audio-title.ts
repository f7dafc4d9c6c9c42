import { titleInId3 } from './id3-title.ts'

/** Bytes that are read of a header at most. */
const HEADER_MAX = 1024 * 1024
const BOXES_MAX = 200

/**
 * The title that an audio file carries in its tags (ID3, Vorbis comments, MP4, RIFF); undefined when it carries none
 * or is something else. Only for show: the server reads the file itself.
 */
export async function titleInTags(file: Blob): Promise<string | undefined> {
  const start = await read(file, 0, 12)
  const mark = latin(start, 0, 4)
  const title = mark.startsWith('ID3')
    ? titleInId3(await read(file, 0, HEADER_MAX))
    : mark === 'fLaC'
      ? await titleInFlac(file)
      : mark === 'OggS'
        ? titleInComments(await read(file, 0, HEADER_MAX))
        : mark === 'RIFF'
          ? await titleInRiff(file)
          : latin(start, 4, 4) === 'ftyp'
            ? await titleInMp4(file)
            : undefined
  return title?.replaceAll('\0', '').trim() || undefined
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

async function titleInFlac(file: Blob): Promise<string | undefined> {
  let at = 4
  for (let blocks = 0; blocks < BOXES_MAX; blocks += 1) {
    const head = await read(file, at, 4)
    if (head.byteLength < 4) return undefined
    const kind = head.getUint8(0)
    const length = head.getUint32(0) & 0xffffff
    if ((kind & 0x7f) === 4) return titleInComments(await read(file, at + 4, Math.min(length, HEADER_MAX)))
    if (kind >= 0x80) return undefined
    at += 4 + length
  }
  return undefined
}

/** Vorbis comments stand in many containers; the field is looked for by its name and the length before it. */
function titleInComments(view: DataView): string | undefined {
  const found = /title=/i.exec(latin(view, 0, view.byteLength))
  if (!found || found.index < 4) return undefined
  const length = view.getUint32(found.index - 4, true)
  const text = new TextDecoder().decode(bytesOf(view, found.index, Math.min(length, 4096)))
  return text.slice('title='.length)
}

async function titleInRiff(file: Blob): Promise<string | undefined> {
  let at = 12
  for (let chunks = 0; chunks < BOXES_MAX; chunks += 1) {
    const head = await read(file, at, 12)
    if (head.byteLength < 8) return undefined
    const name = latin(head, 0, 4)
    const length = head.getUint32(4, true)
    if (name === 'LIST' && latin(head, 8, 4) === 'INFO') {
      const info = await read(file, at + 12, Math.min(length, HEADER_MAX))
      const place = latin(info, 0, info.byteLength).indexOf('INAM')
      if (place >= 0 && place + 8 <= info.byteLength)
        return new TextDecoder().decode(bytesOf(info, place + 8, info.getUint32(place + 4, true)))
    }
    if (name.toLowerCase() === 'id3 ')
      return titleInId3(await read(file, at + 8, Math.min(length, HEADER_MAX)))
    at += 8 + length + (length % 2)
  }
  return undefined
}

/** The way to the title through the boxes; `meta` carries four bytes before its own. */
const MP4_WAY = ['moov', 'udta', 'meta', 'ilst', '\u00a9nam', 'data']

async function titleInMp4(file: Blob): Promise<string | undefined> {
  let [at, end] = [0, file.size]
  for (const wanted of MP4_WAY) {
    const box = await boxIn(file, at, end, wanted)
    if (!box) return undefined
    at = box.at + (wanted === 'meta' ? 4 : wanted === 'data' ? 8 : 0)
    end = box.end
  }
  return new TextDecoder().decode(await file.slice(at, Math.min(end, at + 4096)).arrayBuffer())
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
