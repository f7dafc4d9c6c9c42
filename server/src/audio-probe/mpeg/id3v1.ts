import { isUtf8 } from 'node:buffer'
import { addTag } from '@tonarchiv/contract/audio-tags'
import type { ByteSource } from '../byte-source.ts'
import type { TagFindings } from './id3v2.ts'
import { latinText } from '../tag-text.ts'

const TAG_BYTES = 128

/** Reads the ID3v1 tag before `end`; returns the offset of its beginning, or `end` when there is none. */
export function readId3v1(source: ByteSource, end: number, found: TagFindings): number {
  const start = end - TAG_BYTES
  if (!source.is(start, 'TAG')) return end
  const { tags } = found
  addTag(tags, 'title', field(source, start + 3, 30))
  addTag(tags, 'artist', field(source, start + 33, 30))
  addTag(tags, 'album', field(source, start + 63, 30))
  addTag(tags, 'year', field(source, start + 93, 4))
  // Version 1.1: the comment ends with a zero and the track number.
  if (source.u8(start + 125) === 0) addTag(tags, 'trackNumber', String(source.u8(start + 126)))
  return start
}

function field(source: ByteSource, offset: number, length: number): string {
  const bytes = source.bytes(offset, length)
  const end = bytes.indexOf(0)
  if (end !== -1) return latinText(bytes.subarray(0, end))
  // A full field may end inside a multi-byte character.
  const cut = [0, 1, 2, 3].find((count) => isUtf8(bytes.subarray(0, length - count)))
  return latinText(bytes.subarray(0, length - (cut ?? 0)))
}
