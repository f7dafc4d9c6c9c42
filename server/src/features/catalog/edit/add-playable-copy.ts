import type { Services } from '#services.ts'
import { findAnyAlbumById } from '../store/one-album.ts'
import { updateAlbum } from '../store/albums.ts'
import { keepAsFurther } from '../store/track-files.ts'
import { findTrackRow, replaceFile } from '../store/tracks.ts'
import { fileColumns, newFileName, type TrackFile } from './add-albums.ts'
import { changeArchive } from './change-archive.ts'
import { removeUnused } from './unused-files.ts'

type Needs = Pick<Services, 'db' | 'storage' | 'events' | 'now' | 'log'>

/** A track with the file that was converted. */
export interface ConvertedTrack {
  trackId: string
  storageName: string
}

/**
 * Replaces the file of a track by a playable copy. The replaced file stays as the original of the copy.
 * @returns false when the track was deleted, or got another file meanwhile
 */
export async function addPlayableCopy(
  services: Needs,
  { trackId, storageName: convertedName }: ConvertedTrack,
  copy: TrackFile,
): Promise<boolean> {
  const { db, storage } = services
  const stored = await storage.save('tracks', [copy.item])
  const [storageName = ''] = stored
  let isAdded = false
  try {
    await changeArchive(services, async (trx) => {
      const track = await findTrackRow(trx, trackId)
      const album = track && (await findAnyAlbumById(trx, track.albumId))
      if (track?.storageName !== convertedName || album === undefined || track.needsConversion === 0) return
      const { title, tagTitle, tagArtist, tagAlbum, tagYear, storedAt } = track
      // The copy gets `storedAt` of the original. Another value would make the import believe that an admin has
      // replaced the file.
      const kept = { title, tagTitle, tagArtist, tagAlbum, tagYear, storedAt }
      const columns = fileColumns(copy, storageName, newFileName(copy), storedAt ?? track.createdAt)
      await keepAsFurther(trx, track, { isOriginal: true })
      await replaceFile(trx, track, { ...columns, ...kept })
      await updateAlbum(trx, db.kind, album, {})
      isAdded = true
    })
  } finally {
    if (!isAdded) await removeUnused(services, stored)
  }
  return isAdded
}
