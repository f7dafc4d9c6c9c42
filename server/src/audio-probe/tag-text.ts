import { isAscii, isUtf8 } from 'node:buffer'

const windows1252 = new TextDecoder('windows-1252')

/**
 * Text that should be Latin-1, or has no declared encoding. Valid UTF-8 is decoded as UTF-8, because programs
 * write it anyway and Latin-1 text is almost never valid UTF-8; the rest is decoded as Windows-1252.
 */
export function latinText(bytes: Buffer): string {
  if (isAscii(bytes)) return bytes.toString('latin1')
  return isUtf8(bytes) ? bytes.toString('utf8') : windows1252.decode(bytes)
}

/** UTF-16 text; the byte order mark decides, otherwise `bigEndian`. */
export function utf16Text(bytes: Buffer, bigEndian: boolean): string {
  const even = bytes.subarray(0, bytes.length - (bytes.length % 2))
  const mark = even.length >= 2 ? even.readUInt16BE(0) : 0
  const text = mark === 0xfeff || mark === 0xfffe ? even.subarray(2) : even
  const swapped = mark === 0xfeff || (mark !== 0xfffe && bigEndian)
  return (swapped ? Buffer.from(text).swap16() : text).toString('utf16le')
}

/** The text before the first NUL. */
export function untilNul(text: string): string {
  const end = text.indexOf('\0')
  return end === -1 ? text : text.slice(0, end)
}
