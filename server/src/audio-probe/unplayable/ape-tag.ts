import { addTag, keepTags, tagNamed, isListTag } from '@tonarchiv/contract/audio-tags'
import type { ByteSource } from '../byte-source.ts'
import { plainCover } from '../embedded-cover.ts'
import { readId3v1 } from '../mpeg/id3v1.ts'
import type { TagFindings } from '../mpeg/id3v2.ts'
import { keepSoundTag, soundTagNamed } from '../sound-tags.ts'

const FOOTER_BYTES = 32
const ITEMS_MAX = 1000
const KEY_MAX_BYTES = 255
const TEXT_MAX_BYTES = 4096
const FRONT_COVER = 'COVER ART (FRONT)'

/** Reads the APE tag at the end of a file, which an ID3v1 tag may follow. Returns the end of the audio. */
export function readApeTag(source: ByteSource, found: TagFindings): number {
  const older: TagFindings = { tags: {} }
  const end = readId3v1(source, source.size, older)
  const start = readItems(source, end - FOOTER_BYTES, found)
  found.tags = { ...older.tags, ...found.tags }
  return start ?? end
}

function readItems(source: ByteSource, footer: number, found: TagFindings): number | undefined {
  if (!source.is(footer, 'APETAGEX')) return undefined
  const start = footer + FOOTER_BYTES - source.u32le(footer + 12)
  const hasHeader = source.u32le(footer + 20) >= 0x80000000
  const items = Math.min(source.u32le(footer + 16), ITEMS_MAX)
  const tagStart = hasHeader ? start - FOOTER_BYTES : start
  if (tagStart < 0 || start > footer) return undefined
  let at = start
  for (let count = 0; count < items && at + 8 < footer; count += 1) {
    const length = source.u32le(at)
    const isBinary = ((source.u32le(at + 4) >> 1) & 3) === 1
    const keyEnd = source.indexOf(0, at + 8, Math.min(at + 8 + KEY_MAX_BYTES, footer))
    const body = keyEnd + 1
    if (keyEnd === -1 || length > footer - body) break
    const key = source
      .bytes(at + 8, keyEnd - at - 8)
      .toString('latin1')
      .toUpperCase()
    if (isBinary && key === FRONT_COVER) readPicture(source, body, length, found)
    else if (!isBinary) readText(source, { key, body, length }, found)
    at = body + length
  }
  return tagStart
}

/** Reads a text item, whose values are separated by NUL. */
function readText(
  source: ByteSource,
  { key, body, length }: { key: string; body: number; length: number },
  found: TagFindings,
): void {
  const name = tagNamed(key)
  if (name === undefined && soundTagNamed(key) === undefined) return
  const values = source.bytes(body, Math.min(length, TEXT_MAX_BYTES)).toString('utf8').split('\0')
  if (name === undefined) {
    keepSoundTag(found, key, values[0] ?? '')
    return
  }
  if (isListTag(name)) for (const value of values) addTag(found.tags, name, value)
  else addTag(found.tags, name, values.join(', '))
  keepTags(found.tags, name, values)
}

/** Reads an image item: a file name, NUL, and the bytes of the image. */
function readPicture(source: ByteSource, body: number, length: number, found: TagFindings): void {
  const nameEnd = source.indexOf(0, body, Math.min(body + length, body + KEY_MAX_BYTES))
  if (nameEnd === -1 || found.cover !== undefined) return
  const cover = plainCover(source, nameEnd + 1, body + length - nameEnd - 1)
  if (cover !== undefined) found.cover = cover
}
