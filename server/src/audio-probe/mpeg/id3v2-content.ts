import type { ByteSource } from '../byte-source.ts'
import { coverBehind, plainCover, withoutUnsynchronisation, type EmbeddedCover } from '../embedded-cover.ts'
import { latinText, utf16Text } from '../tag-text.ts'

/** The location of the content of an ID3v2 frame. */
export interface FrameBody {
  start: number
  length: number
  isUnsynchronised: boolean
}

/** Maximum number of bytes of a text frame that are read. */
const TEXT_MAX_BYTES = 4096
const FRONT_COVER = 3

/** At most `limit` bytes of a frame, decoded. */
export function bytesOf(source: ByteSource, frame: FrameBody, limit: number): Buffer {
  const bytes = source.bytes(frame.start, Math.max(0, Math.min(frame.length, limit)))
  return frame.isUnsynchronised ? withoutUnsynchronisation(bytes) : bytes
}

/** The values of a text frame: version 4 separates them by NUL. */
export function textsOf(source: ByteSource, frame: FrameBody): string[] {
  const shown = source.view(frame.start, Math.max(0, Math.min(frame.length, TEXT_MAX_BYTES)))
  const bytes = frame.isUnsynchronised ? withoutUnsynchronisation(shown) : shown
  return decodedText(bytes.subarray(1), bytes[0] ?? 0).split('\0')
}

export function decodedText(bytes: Buffer, encoding: number): string {
  if (encoding === 1) return utf16Text(bytes, false)
  if (encoding === 2) return utf16Text(bytes, true)
  return encoding === 3 ? bytes.toString('utf8') : latinText(bytes)
}

/** Maximum size of a picture that must be decoded to know its length. Larger ones are skipped. */
const PICTURE_MAX_BYTES = 20 * 1024 * 1024
/** Maximum number of bytes before the image: encoding, type, kind, description. */
const PICTURE_HEADER_MAX_BYTES = 1024

/** The image of an APIC frame, or of a PIC frame, whose type has three letters. */
export function pictureIn(
  source: ByteSource,
  frame: FrameBody,
  isShort: boolean,
): { isFront: boolean; cover: EmbeddedCover } | undefined {
  const head = bytesOf(source, frame, PICTURE_HEADER_MAX_BYTES)
  const typeEnd = isShort ? 4 : head.indexOf(0, 1) + 1
  if (typeEnd === 0 || typeEnd + 1 >= head.length) return undefined
  const kind = head.readUInt8(typeEnd)
  const isWide = head[0] === 1 || head[0] === 2
  const start = endOfText(head, typeEnd + 1, isWide)
  if (start === undefined) return undefined
  const cover = frame.isUnsynchronised
    ? coverBehind(head.subarray(start), {
        ranges: [{ offset: frame.start, length: frame.length }],
        coding: 'unsynchronised',
        start,
        length: decodedLength(source, frame) - start,
      })
    : plainCover(source, frame.start + start, frame.length - start)
  return cover === undefined ? undefined : { isFront: kind === FRONT_COVER, cover }
}

/** The offset after the terminator of a text that begins at `from`. */
export function endOfText(head: Buffer, from: number, isWide: boolean): number | undefined {
  if (!isWide) {
    const end = head.indexOf(0, from)
    return end === -1 ? undefined : end + 1
  }
  for (let at = from; at + 1 < head.length; at += 2) {
    if (head[at] === 0 && head[at + 1] === 0) return at + 2
  }
  return undefined
}

function decodedLength(source: ByteSource, frame: FrameBody): number {
  return frame.length > PICTURE_MAX_BYTES ? 0 : bytesOf(source, frame, frame.length).length
}
