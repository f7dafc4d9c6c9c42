import type { Executor } from '#database/prepared.ts'
import { type Actor, recordAuditEvent } from '#features/audit-log/index.ts'
import type { Services } from '#services.ts'
import { removeAlbum, updateAlbum } from '../store/albums.ts'
import { artistsNamedBy, removeUnnamedArtists } from '../store/artists.ts'
import { storageNameOfAnyCover } from '../store/covers.ts'
import { findAnyAlbumById } from '../store/one-album.ts'
import { filesOfTrack, removeOriginals, removeTrackFiles, type TrackFileRow } from '../store/track-files.ts'
import { findTrackRow, removeTrack, replaceFile, type TrackRow, tracksOf } from '../store/tracks.ts'
import { changeArchive } from './change-archive.ts'
import { removeUnused } from './unused-files.ts'

/**
 * A file of a track. It is the track's own file when `trackFileId` is null, otherwise the further file with that id.
 */
export interface FileOfTrack {
  trackId: string
  trackFileId: string | null
}

/** Called before a further file of a track takes the place of the track's own file, which is removed. */
export type OnPromoted = (trx: Executor, trackFileId: string, storedAt: string) => Promise<void>

type Needs = Pick<Services, 'db' | 'storage' | 'events' | 'now' | 'log'>

/**
 * Removes a file of a track. If it was the track's own file, the best further file becomes its own. A track without any
 * file is deleted, and so is an album without tracks. Does nothing when the track or the file no longer exists.
 * @returns whether the track was deleted
 */
export async function removeFile(
  services: Needs,
  actor: Actor,
  { trackId, trackFileId }: FileOfTrack,
  onPromoted?: OnPromoted,
): Promise<boolean> {
  const unused: string[] = []
  const isDeleted = await changeArchive(services, async (trx) => {
    const track = await findTrackRow(trx, trackId)
    const album = track && (await findAnyAlbumById(trx, track.albumId))
    if (track === undefined || album === undefined) return false
    const further = await filesOfTrack(trx, trackId)
    if (trackFileId !== null) {
      const doomed = further.filter(({ id }) => id === trackFileId)
      unused.push(...doomed.map(({ storageName }) => storageName))
      await removeTrackFiles(trx, [trackFileId])
      return false
    }
    unused.push(...(track.storageName === null ? [] : [track.storageName]))
    unused.push(...(await removeOriginals(trx, trackId)))
    const best = further.find(({ isOriginal }) => isOriginal === 0)
    if (best !== undefined) {
      await onPromoted?.(trx, best.id, best.storedAt)
      await promote(trx, track, best)
      await updateAlbum(trx, services.db.kind, album, {})
      return false
    }
    const artists = await artistsNamedBy(trx, { trackId })
    await removeTrack(trx, track)
    await removeUnnamedArtists(trx, artists)
    const before = { title: track.title, album: album.title }
    const event = { action: 'track.delete', target: trackId, before }
    await recordAuditEvent(trx, actor, services.now(), event)
    if ((await tracksOf(trx, album.id)).length > 0) await updateAlbum(trx, services.db.kind, album, {})
    else {
      if (album.coverName !== null) unused.push((await storageNameOfAnyCover(trx, album.coverName)) ?? '')
      await removeAlbum(trx, services.db.kind, album)
    }
    return true
  })
  await removeUnused(
    services,
    unused.filter((name) => name !== ''),
  )
  return isDeleted
}

async function promote(trx: Executor, track: TrackRow, file: TrackFileRow): Promise<void> {
  const { id, trackId: _trackId, isOriginal: _isOriginal, ...columns } = file
  await removeTrackFiles(trx, [id])
  const { title, tagTitle, tagArtist, tagAlbum, tagYear } = track
  const tags = { title, tagTitle, tagArtist, tagAlbum, tagYear }
  await replaceFile(trx, track, { ...columns, ...tags })
}
