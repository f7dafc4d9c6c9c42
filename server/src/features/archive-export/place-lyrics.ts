import { hash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { syncPath } from '#storage/disk/sync-path.ts'
import type { TrackEntry } from './archive-index.ts'
import type { ExportedTrack } from './store.ts'

export function hashOfLyrics(text: string): string {
  return hash('sha256', text, 'hex')
}

/**
 * Writes the lyrics of a track as an LRC file beside its audio file. It has the same name as the audio file, so that
 * players find it.
 * @returns the entry for the index; undefined without lyrics
 */
export async function placeLyrics(
  folder: string,
  { lyrics }: Pick<ExportedTrack, 'lyrics'>,
  name: string,
): Promise<TrackEntry['lyrics']> {
  if (lyrics === undefined) return undefined
  const bytes = Buffer.from(`${lyrics.text}\n`)
  const file = { name: `${name}.lrc`, sizeBytes: bytes.length }
  await writeFile(join(folder, file.name), bytes)
  await syncPath(join(folder, file.name))
  return { source: lyrics.source, file, sha256: hashOfLyrics(lyrics.text) }
}
