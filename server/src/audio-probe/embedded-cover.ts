import { open } from 'node:fs/promises'
import type { ByteSource } from './byte-source.ts'

/** Bytes. Larger pictures in tags are left where they are. */
const EMBEDDED_COVER_MAX_BYTES = 15 * 1024 * 1024

/** A stretch of a file. */
export interface ByteRange {
  offset: number
  length: number
}

/**
 * Where in a file a picture stands: the parts joined, decoded, and of that `length` bytes from `start` on.
 * Unsynchronised bytes carry a zero after each 0xFF.
 */
export interface EmbeddedCover {
  mimeType: ImageType
  ranges: ByteRange[]
  coding: 'plain' | 'unsynchronised' | 'base64'
  start: number
  length: number
}

export type ImageType = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/gif'

/** Type of a picture by its first twelve bytes; undefined for all that is no cover. */
export function imageTypeOf(head: Uint8Array): ImageType | undefined {
  const [a, b, c, d] = head
  if (a === 0xff && b === 0xd8 && c === 0xff) return 'image/jpeg'
  if (a === 0x89 && b === 0x50 && c === 0x4e && d === 0x47) return 'image/png'
  if (a === 0x47 && b === 0x49 && c === 0x46 && d === 0x38) return 'image/gif'
  const isRiff = a === 0x52 && b === 0x49 && c === 0x46 && d === 0x46
  return isRiff && String.fromCharCode(...head.subarray(8, 12)) === 'WEBP' ? 'image/webp' : undefined
}

/** The place of a picture that stands in the file as it is. */
export function plainCover(source: ByteSource, offset: number, length: number): EmbeddedCover | undefined {
  if (length < 12 || length > EMBEDDED_COVER_MAX_BYTES || offset + length > source.size) return undefined
  return coverBehind(source.bytes(offset, 12), {
    ranges: [{ offset, length }],
    coding: 'plain',
    start: 0,
    length,
  })
}

/** A place with the type that the picture's own first bytes name, whatever the tag says. */
export function coverBehind(
  head: Uint8Array,
  place: Omit<EmbeddedCover, 'mimeType'>,
): EmbeddedCover | undefined {
  const mimeType = imageTypeOf(head)
  if (mimeType === undefined || place.length > EMBEDDED_COVER_MAX_BYTES) return undefined
  return { mimeType, ...place }
}

/** Takes out the zeros that unsynchronisation put behind each 0xFF. */
export function withoutUnsynchronisation(bytes: Buffer): Buffer {
  const result = Buffer.allocUnsafe(bytes.length)
  let length = 0
  let from = 0
  for (let at = bytes.indexOf(0xff); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    if (bytes[at + 1] !== 0) continue
    length += bytes.copy(result, length, from, at + 1)
    from = at + 2
  }
  length += bytes.copy(result, length, from)
  return result.subarray(0, length)
}

/** The picture itself; undefined when the file no longer holds it. @throws the system's errors */
export async function readEmbeddedCover(path: string, cover: EmbeddedCover): Promise<Buffer | undefined> {
  const file = await open(path)
  try {
    const ranges: Buffer[] = []
    for (const { offset, length } of cover.ranges) {
      const range = Buffer.allocUnsafe(length)
      const { bytesRead } = await file.read(range, 0, length, offset)
      if (bytesRead !== length) return undefined
      ranges.push(range)
    }
    const picture = decoded(Buffer.concat(ranges), cover.coding).subarray(
      cover.start,
      cover.start + cover.length,
    )
    return picture.length === cover.length ? picture : undefined
  } finally {
    await file.close()
  }
}

function decoded(bytes: Buffer, coding: EmbeddedCover['coding']): Buffer {
  if (coding === 'unsynchronised') return withoutUnsynchronisation(bytes)
  return coding === 'base64' ? Buffer.from(bytes.toString('latin1'), 'base64') : bytes
}
