import { cleanLyrics, LYRICS_MAX_LENGTH } from '@tonarchiv/contract/lyrics-text'

/** The largest file that is read, in bytes: the longest allowed text in the encoding that needs most bytes. */
const FILE_MAX_BYTES = 4 * LYRICS_MAX_LENGTH

/**
 * Reads a file that contains lyrics.
 * @returns its text, or a German error text
 */
export async function readLrcFile(file: File): Promise<{ text: string } | { problem: string }> {
  const tooLong = `Der Songtext darf höchstens ${LYRICS_MAX_LENGTH.toLocaleString('de-DE')} Zeichen lang sein`
  if (file.size > FILE_MAX_BYTES) return { problem: tooLong }
  const text = cleanLyrics(decoded(new Uint8Array(await file.arrayBuffer())))
  if (text === '') return { problem: `„${file.name}“ enthält keinen Text` }
  return text.length > LYRICS_MAX_LENGTH ? { problem: tooLong } : { text }
}

/** Decodes text: UTF-16 if there is a byte order mark, otherwise UTF-8; Latin-1 if it is not valid UTF-8. */
function decoded(bytes: Uint8Array<ArrayBuffer>): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
