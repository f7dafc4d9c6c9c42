import { MISSING_MARK } from '@tonarchiv/contract/catalog'
import { TRACKS_PER_ALBUM_MAX, tooManyTracks } from '@tonarchiv/contract/archive-editing'
import { notFound } from '@tonarchiv/contract/refusal'
import type { Executor } from '#database/prepared.ts'
import { type Actor, recordAuditEvent } from '#features/audit-log/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { artistsNamedBy, insertCredits, removeUnnamedArtists } from '../store/artists.ts'
import {
  creditsOf,
  fileColumns,
  itemsOf,
  type NewTrack,
  newFileName,
  rowsOfTracks,
  type TrackFile,
} from './add-albums.ts'
import { albumToChange } from './change-album.ts'
import { changeArchive } from './change-archive.ts'
import { findAnyAlbumById } from '../store/one-album.ts'
import { updateAlbum } from '../store/albums.ts'
import {
  findTrackRow,
  insertTracks,
  removeTrack,
  replaceFile,
  type TrackRow,
  tracksOf,
} from '../store/tracks.ts'
import type { Album } from '../store/album-tracks.ts'
import {
  filesOfTrack,
  insertTrackFiles,
  removeFurtherFiles,
  type TrackFileRow,
} from '../store/track-files.ts'
import { removeUnused } from './unused-files.ts'

type Needs = Pick<Services, 'db' | 'storage' | 'events' | 'now' | 'log'>

/**
 * Appends tracks to an album, all or none. `alongside` inserts rows of the caller in the same transaction.
 * @throws Refused `notFound`, `tooManyTracks`
 */
export async function addTracks(
  services: Needs,
  actor: Actor,
  title: string,
  tracks: readonly NewTrack[],
  alongside?: (trx: Executor, album: Album) => Promise<void>,
): Promise<Album> {
  const { db, now } = services
  const createdAt = now().toISOString()
  const stored: string[] = []
  try {
    stored.push(...(await services.storage.save('tracks', itemsOf(tracks))))
    const { tracks: rows, further } = rowsOfTracks(tracks, stored.values(), {
      albumId: '',
      position: 0,
      createdAt,
    })
    return await changeArchive(services, async (trx) => {
      const album = await albumToChange(trx, title)
      const present = await tracksOf(trx, album.id)
      if (present.length + rows.length > TRACKS_PER_ALBUM_MAX) throw new Refused(tooManyTracks)
      await insertTracks(
        trx,
        rows.map((row) => ({ ...row, albumId: album.id, position: present.length + row.position })),
      )
      await insertTrackFiles(trx, further)
      const credits = { albumId: album.id, artists: [], tracks: creditsOf(rows, tracks) }
      await insertCredits(trx, [credits], createdAt)
      const after = await updateAlbum(trx, db.kind, album, {})
      const added = rows.map((row) => ({ id: row.id, title: row.title }))
      const note = { album: album.title, tracks: added }
      await recordAuditEvent(trx, actor, now(), { action: 'tracks.add', target: album.id, after: note })
      await alongside?.(trx, after)
      return after
    })
  } catch (error) {
    await removeUnused(services, stored)
    throw error
  }
}

/**
 * Gives a placeholder its file, or a track another file. The track's further files contain the former recording, so
 * they are removed.
 * @throws Refused `notFound`
 */
export async function fillTrack(services: Needs, actor: Actor, id: string, file: TrackFile): Promise<Album> {
  const { db, storage, now } = services
  const stored = await storage.save('tracks', [file.item])
  const [storageName = ''] = stored
  const replaced: string[] = []
  try {
    return await changeArchive(services, async (trx) => {
      const { track, before } = await trackToChange(trx, id)
      // The name stays the same while its extension is correct, so that shared links remain valid.
      const sameName = track.format === file.info.format ? track.fileName : null
      const fileName = sameName ?? newFileName(file)
      const columns = fileColumns(file, storageName, fileName, now().toISOString())
      const title = titleOfFilled(track.title)
      await replaceFile(trx, track, { ...columns, title })
      const further = await filesOfTrack(trx, id)
      replaced.push(...(await removeFurtherFiles(trx, id)))
      const after = await updateAlbum(trx, db.kind, before, {})
      await recordAuditEvent(trx, actor, now(), {
        action: 'track.fill',
        target: id,
        before: { ...noteOfFile(track), further: further.filter(isNoOriginal).map(({ format }) => format) },
        after: { ...noteOfFile(columns), title, album: before.title },
      })
      if (track.storageName !== null) replaced.push(track.storageName)
      return after
    })
  } finally {
    // Removes the file that no row refers to now: the old one, or after a failure the new one.
    await removeUnused(services, [...stored, ...replaced])
  }
}

/** What the audit log stores of a track's file. */
function noteOfFile({
  fileName,
  format,
  durationSeconds,
  sizeBytes,
}: Pick<TrackRow, 'fileName' | 'format' | 'durationSeconds' | 'sizeBytes'>) {
  return { fileName, format, durationSeconds, sizeBytes }
}

/** False for the original of a playable copy, which members cannot choose as an encoding. */
function isNoOriginal({ isOriginal }: TrackFileRow): boolean {
  return isOriginal === 0
}

/** The title without `MISSING_MARK`, which marks a track whose file is missing. */
function titleOfFilled(title: string): string {
  return title.replaceAll(MISSING_MARK, ' ').replaceAll(/\s+/g, ' ').trim() || title
}

/**
 * Deletes a track; its file is removed after the row.
 * @throws Refused `notFound`
 */
export async function deleteTrack(services: Needs, actor: Actor, id: string): Promise<void> {
  const { db, now } = services
  const files = await changeArchive(services, async (trx) => {
    const { track, before } = await trackToChange(trx, id)
    const further = await filesOfTrack(trx, id)
    const artists = await artistsNamedBy(trx, { trackId: id })
    await removeTrack(trx, track)
    await removeUnnamedArtists(trx, artists)
    await updateAlbum(trx, db.kind, before, {})
    await recordAuditEvent(trx, actor, now(), {
      action: 'track.delete',
      target: id,
      before: { title: track.title, album: before.title },
    })
    return [track, ...further].flatMap(({ storageName }) => storageName ?? [])
  })
  await removeUnused(services, files)
}

/** @throws Refused `notFound` */
export async function titleOfTrack(db: Executor, id: string): Promise<string> {
  const track = await findTrackRow(db, id)
  if (track === undefined) throw new Refused(notFound)
  return track.title
}

async function trackToChange(trx: Executor, id: string) {
  const track = await findTrackRow(trx, id)
  const before = track && (await findAnyAlbumById(trx, track.albumId))
  if (track === undefined || before === undefined) throw new Refused(notFound)
  return { track, before }
}
