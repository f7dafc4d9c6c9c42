import { notAPlaylistFile } from '@tonarchiv/contract/playlist-files'
import { Refused } from '#platform/refused.ts'
import { readJspf } from './jspf.ts'
import { readM3u } from './m3u.ts'
import type { PlaylistFile } from './playlist-file.ts'

/** Control characters that do not occur in text files. */
const BINARY = /(?![\s\u0080-\u009f])\p{Cc}/u

/**
 * Reads a playlist file of any supported format. Its encoding is UTF-8 with or without a byte order mark, otherwise
 * Latin-1.
 * @throws Refused `notAPlaylistFile`, `playlistFileTooLong`
 */
export function readPlaylistFile(bytes: Uint8Array): PlaylistFile {
  const text = textOf(bytes)
  if (BINARY.test(text)) throw new Refused(notAPlaylistFile)
  const file = /^\s*\{/.test(text) ? readJspf(text) : readM3u(text)
  if (file.entries.length === 0) throw new Refused(notAPlaylistFile)
  return file
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('latin1').decode(bytes)
  }
}
