import type { CopiedDetails, CopiedFile } from '@tonarchiv/contract/offline-copies'
import type { Executor } from '#database/prepared.ts'
import { soundOfTrack } from '#features/analysis/index.ts'
import { filesOfTracks, findTracks } from '#features/catalog/index.ts'
import { lyricsOfTracks } from '#features/lyrics/index.ts'
import { versionOf } from '#http/delivery/send-stream.ts'

/** The files that the stream call sends of these tracks, each once; tracks without one are left out. */
export async function copiedFiles(
  db: Executor,
  trackIds: readonly string[],
  format: string | undefined,
): Promise<CopiedFile[]> {
  const files = await filesOfTracks(db, [...new Set(trackIds)], format, { isForBrowser: true })
  return [...files.values()].map(({ trackId, fileName, storageName, sizeBytes }) => ({
    trackId,
    file: fileName,
    version: versionOf(storageName),
    // Files that were never measured are as large as what arrives.
    sizeBytes: sizeBytes ?? 0,
  }))
}

/** What is shown beside these tracks while they play. */
export async function copiedDetails(
  db: Executor,
  trackIds: readonly string[],
  format: string | undefined,
): Promise<CopiedDetails[]> {
  const known = [...(await findTracks(db, [...new Set(trackIds)])).keys()]
  const lyrics = await lyricsOfTracks(db, known)
  const details: CopiedDetails[] = []
  for (const trackId of known) {
    const sound = await soundOfTrack(db, trackId, format)
    details.push({ trackId, sound, lyrics: lyrics.get(trackId) ?? null })
  }
  return details
}
