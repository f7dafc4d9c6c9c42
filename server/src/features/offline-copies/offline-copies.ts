import type { CopiedDetails, CopiedFile } from '@tonarchiv/contract/offline-copies'
import type { Executor } from '#database/prepared.ts'
import { soundOfTrack } from '#features/analysis/index.ts'
import { filesOfTracks, findTracks } from '#features/catalog/index.ts'
import { lyricsOfTracks } from '#features/lyrics/index.ts'
import { versionOf } from '#http/delivery/send-stream.ts'

/** The files that the stream call sends for these tracks. Each file occurs once. Tracks without a file are omitted. */
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
    // 0 means unknown: the browser then counts the bytes that arrive.
    sizeBytes: sizeBytes ?? 0,
  }))
}

/** The details that the player shows for these tracks: loudness, waveform and lyrics. */
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
