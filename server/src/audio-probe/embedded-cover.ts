import { open } from 'node:fs/promises'
import type { ByteSource } from './byte-source.ts'

/** Maximum size of an image in tags. Larger images are ignored. */
const EMBEDDED_COVER_MAX_BYTES = 15 * 1024 * 1024

/** A range of bytes in a file. */
export interface ByteRange {
  offset: number
  length: number
}

/**
 * The location of an embedded image: the ranges are concatenated and decoded, and the image is `length` bytes
 * of the result from `start` on. In unsynchronised bytes a zero follows each 0xFF.
 */
export interface EmbeddedCover {
  mimeType: ImageType
  ranges: ByteRange[]
  coding: 'plain' | 'unsynchronised' | 'base64'
  start: number
  length: number
}

export type ImageType = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/gif'

/** The type of an image by its first twelve bytes; undefined for a type that is not accepted as a cover. */
export function imageTypeOf(head: Uint8Array): ImageType | undefined {
  const [a, b, c, d] = head
  if (a === 0xff && b === 0xd8 && c === 0xff) return 'image/jpeg'
  if (a === 0x89 && b === 0x50 && c === 0x4e && d === 0x47) return 'image/png'
  if (a === 0x47 && b === 0x49 && c === 0x46 && d === 0x38) return 'image/gif'
  const isRiff = a === 0x52 && b === 0x49 && c === 0x46 && d === 0x46
  return isRiff && String.fromCharCode(...head.subarray(8, 12)) === 'WEBP' ? 'image/webp' : undefined
}

/** The location of an image that is stored unencoded. */
export function plainCover(source: ByteSource, offset: number, length: number): EmbeddedCover | undefined {
  if (length < 12 || length > EMBEDDED_COVER_MAX_BYTES || offset + length > source.size) return undefined
  return coverBehind(source.bytes(offset, 12), {
    ranges: [{ offset, length }],
    coding: 'plain',
    start: 0,
    length,
  })
}

/** A location with the type detected from the image's first bytes; the type in the tag is ignored. */
export function coverBehind(
  head: Uint8Array,
  place: Omit<EmbeddedCover, 'mimeType'>,
): EmbeddedCover | undefined {
  const mimeType = imageTypeOf(head)
  if (mimeType === undefined || place.length > EMBEDDED_COVER_MAX_BYTES) return undefined
  return { mimeType, ...place }
}

/** Removes the zeros that unsynchronisation has inserted after each 0xFF. */
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

/**
 * Reads the image; undefined when the file no longer contains it.
 * @throws the system's errors
 */
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
