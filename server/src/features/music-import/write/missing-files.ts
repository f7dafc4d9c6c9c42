import { resolve } from 'node:path'
import { operator } from '#features/audit-log/index.ts'
import { openCatalog } from '#features/catalog/index.ts'
import { removeImportedLyrics } from '#features/lyrics/index.ts'
import type { Services } from '#services.ts'
import { existsAt } from '../read/file-names.ts'
import { removeSources, recordPromotion, type SourceRow, sourcesBelow } from '../record/store.ts'

/** The record of a source file that no longer exists. */
export type MissingFile = Pick<SourceRow, 'path' | 'trackId' | 'trackFileId' | 'lyricsTrackId'>

const ROWS_AT_ONCE = 1000

/** Recorded files below a folder that are missing, in the order of their paths. */
export async function findMissing({ db }: Pick<Services, 'db'>, folder: string): Promise<MissingFile[]> {
  const missing: MissingFile[] = []
  let after = ''
  for (;;) {
    const rows = await sourcesBelow(db, resolve(folder), after, ROWS_AT_ONCE)
    for (const { path, trackId, trackFileId, lyricsTrackId } of rows)
      if (!existsAt(path)) missing.push({ path, trackId, trackFileId, lyricsTrackId })
    const last = rows.at(-1)
    if (last === undefined) return missing
    after = last.path
  }
}

/**
 * Removes from the archive what was imported from files that are missing now: tracks, further files and lyrics. Albums
 * without tracks are removed as well. A track that has another file keeps that file.
 * @returns the number of removed tracks
 */
export async function removeMissing(services: Services, files: readonly MissingFile[]): Promise<number> {
  const { edit } = openCatalog(services)
  let removed = 0
  for (const { path, trackId, trackFileId, lyricsTrackId } of files) {
    if (lyricsTrackId !== null) await removeImportedLyrics(services.db, [lyricsTrackId])
    if (trackId !== null && (await edit.removeFile(operator, { trackId, trackFileId }, recordPromotion)))
      removed += 1
    await removeSources(services.db, [path])
  }
  return removed
}
