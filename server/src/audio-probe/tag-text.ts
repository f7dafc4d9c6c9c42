import { isAscii, isUtf8 } from 'node:buffer'

const windows1252 = new TextDecoder('windows-1252')

/**
 * Text whose format promises Latin-1, or nothing at all. What is valid UTF-8 is UTF-8, because writers put it there anyway
 * and Latin-1 text is never valid UTF-8 by chance; the rest is read as Windows does.
 */
export function latinText(bytes: Buffer): string {
  if (isAscii(bytes)) return bytes.toString('latin1')
  return isUtf8(bytes) ? bytes.toString('utf8') : windows1252.decode(bytes)
}

/** Text in UTF-16; its byte order mark decides, else `bigEndian` does. */
export function utf16Text(bytes: Buffer, bigEndian: boolean): string {
  const even = bytes.subarray(0, bytes.length - (bytes.length % 2))
  const mark = even.length >= 2 ? even.readUInt16BE(0) : 0
  const text = mark === 0xfeff || mark === 0xfffe ? even.subarray(2) : even
  const swapped = mark === 0xfeff || (mark !== 0xfffe && bigEndian)
  return (swapped ? Buffer.from(text).swap16() : text).toString('utf16le')
}

/** Up to the first NUL. */
export function untilNul(text: string): string {
  const end = text.indexOf('\0')
  return end === -1 ? text : text.slice(0, end)
}
