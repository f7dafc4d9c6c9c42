import { readFile } from 'node:fs/promises'
import { cleanLyrics, LYRICS_MAX_LENGTH } from '@tonarchiv/contract/lyrics-text'
import { LYRICS_FIELD_MAX_BYTES } from '#audio-probe/lyrics-tags.ts'
import { latinText, utf16Text } from '#audio-probe/tag-text.ts'
import type { Skipped } from '../record/report.ts'
import type { SourceFile } from './walk-music.ts'

/** A file with the lyrics of the music file that has the same name. */
export interface LyricsFile {
  file: SourceFile
  text: string
}

/**
 * Reads each lyrics file that has the same name as a music file in its folder, ignoring case. Other lyrics files, and
 * files without usable text, are added to `skipped`.
 * @returns the lyrics files by the recorded paths of the music files
 */
export async function readLyricsFiles(
  files: readonly SourceFile[],
  music: readonly SourceFile[],
  skipped: Skipped[],
): Promise<Map<string, LyricsFile>> {
  const byName = Map.groupBy(music, nameOf)
  const found = new Map<string, LyricsFile>()
  for (const file of files) {
    const { recorded: path } = file
    const of = byName.get(nameOf(file)) ?? []
    if (of.length === 0) {
      skipped.push({ path, reason: 'no-track' })
      continue
    }
    const text = file.sizeBytes > LYRICS_FIELD_MAX_BYTES ? undefined : await textIn(file.path)
    if (text === undefined) skipped.push({ path, reason: 'unusable-lyrics' })
    else for (const { recorded } of of) found.set(recorded, { file, text })
  }
  return found
}

/** The path without its extension. Paths that differ only in case or Unicode normalisation have the same result. */
function nameOf({ recorded }: SourceFile): string {
  return recorded
    .replace(/\.[^./]*$/, '')
    .normalize('NFC')
    .toLowerCase()
}

/** The text of a file. Undefined when the file cannot be read, is not text, or is too long. */
async function textIn(path: string): Promise<string | undefined> {
  const bytes = await readFile(path).catch(() => undefined)
  if (bytes === undefined) return undefined
  const [first, second] = bytes
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  if (!isWide && bytes.includes(0)) return undefined
  const text = cleanLyrics(isWide ? utf16Text(bytes, false) : latinText(bytes))
  return text === '' || text.length > LYRICS_MAX_LENGTH ? undefined : text
}
