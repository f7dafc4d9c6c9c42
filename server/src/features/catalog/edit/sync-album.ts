import type { AlbumType } from '@tonarchiv/contract/catalog'
import { staleList } from '@tonarchiv/contract/refusal'
import { TRACKS_PER_ALBUM_MAX, tooManyTracks } from '@tonarchiv/contract/archive-editing'
import { isUniqueViolation } from '#database/faults.ts'
import type { Executor } from '#database/prepared.ts'
import { type Actor, recordAuditEvent } from '#features/audit-log/index.ts'
import { newId } from '#platform/ids.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import type { Storable } from '#storage/storage.ts'
import { removeAlbum, updateAlbum } from '../store/albums.ts'
import { replaceCredits, type TrackArtist } from '../store/artists.ts'
import { insertCover, removeCover, storageNameOfAnyCover } from '../store/covers.ts'
import { genresOf, replaceGenres } from '../store/liner-notes.ts'
import { namedArtists } from '../store/named-artists.ts'
import { findAnyAlbumById, type FoundAlbum } from '../store/one-album.ts'
import {
  insertTrackFiles,
  keepAsFurther,
  releaseOriginal,
  removeOriginals,
  removeTrackFiles,
  type TrackFileRow,
  trackFilesOf,
} from '../store/track-files.ts'
import {
  findTrackRow,
  insertTracks,
  moveTrack,
  replaceFile,
  type TrackRow,
  tracksOf,
} from '../store/tracks.ts'
import {
  fileColumns,
  furtherRow,
  isTitleTaken,
  itemsOf,
  newCoverName,
  newFileName,
  noFile,
  type TrackFile,
} from './add-albums.ts'
import { changeArchive } from './change-archive.ts'
import { removeUnused } from './unused-files.ts'

/** An album with all columns of its tracks, in order, and their further files. */
export interface AlbumWithFiles {
  album: FoundAlbum
  tracks: readonly TrackRow[]
  further: readonly TrackFileRow[]
  artists: readonly string[]
  genres: readonly string[]
  /** The artists of a track of this album. */
  artistsOf: (trackId: string) => readonly TrackArtist[]
}

/** A track of an album as the files in the album's folder describe it. */
export interface SyncedTrack {
  /** The id of an existing track of this or another album. A new track is added without it. */
  id?: string | undefined
  title: string
  /** Undefined leaves the artists unchanged. */
  artists?: readonly TrackArtist[] | undefined
  /** The file of a new track, or the new file of an existing track. */
  file?: TrackFile | undefined
  /**
   * Whether the former file stays as a further file. It does when `file` is a better encoding of the same recording.
   */
  keepsFormerFile?: boolean | undefined
  /** Files to add as further files. */
  further?: readonly TrackFile[] | undefined
  /** Ids of further files to remove. */
  without?: readonly string[] | undefined
}

/** An album as the files in its folder describe it. Undefined fields stay unchanged. */
export interface AlbumSync {
  title?: string | undefined
  releaseYear?: number | null | undefined
  type?: AlbumType | undefined
  artists?: readonly string[] | undefined
  genres?: readonly string[] | undefined
  cover?: Storable | undefined
  /** All tracks in their order. */
  tracks?: readonly SyncedTrack[] | undefined
}

/** The written album, for the callback that runs in the same transaction. */
export interface SyncedAlbum {
  storedAt: string
  coverName: string | null
  /** In the order of `AlbumSync.tracks`, with the ids of the further files that were added. */
  tracks: readonly { id: string; furtherIds: readonly string[]; formerFileId: string | undefined }[]
}

type Needs = Pick<Services, 'db' | 'storage' | 'events' | 'now' | 'log'>

export async function withFiles(db: Executor, albumId: string): Promise<AlbumWithFiles | undefined> {
  const album = await findAnyAlbumById(db, albumId)
  if (album === undefined) return undefined
  const named = await namedArtists(db, [albumId])
  const namesOf = (trackId: string, role: TrackArtist['role']) =>
    named.ofTrack(trackId, role).map(({ name }): TrackArtist => ({ name, role }))
  return {
    album,
    tracks: await tracksOf(db, albumId),
    further: await trackFilesOf(db, albumId),
    artists: named.ofAlbum(albumId).map(({ name }) => name),
    genres: await genresOf(db, albumId),
    artistsOf: (trackId) => [...namesOf(trackId, 'main'), ...namesOf(trackId, 'feature')],
  }
}

/**
 * Makes an album equal to the files in its folder. The files are stored first, then all rows are written in one
 * transaction. Tracks keep their ids, even when they come from another album. That album is deleted when it has no
 * tracks left.
 * @throws Refused `staleList` when the album has changed since it was `seen`, `titleInUse`, `tooManyTracks`
 */
export async function syncAlbum(
  services: Needs,
  actor: Actor,
  seen: AlbumWithFiles,
  sync: AlbumSync,
  alongside?: (trx: Executor, synced: SyncedAlbum) => Promise<void>,
): Promise<void> {
  if ((sync.tracks?.length ?? 0) > TRACKS_PER_ALBUM_MAX) throw new Refused(tooManyTracks)
  const { storage, now } = services
  const storedAt = now().toISOString()
  const stored: string[] = []
  const unused: string[] = []
  try {
    stored.push(...(await storage.save('tracks', itemsOf(sync.tracks ?? []))))
    const covers = sync.cover === undefined ? [] : await storage.save('covers', [sync.cover])
    const names = stored.values()
    const nameOfNext = () => names.next().value ?? ''
    const [coverStorageName] = covers
    await changeArchive(services, async (trx) => {
      const album = await findAnyAlbumById(trx, seen.album.id)
      if (album?.revision !== seen.album.revision) throw new Refused(staleList)
      const written = await writeTracks(trx, services, { sync, album, seen, storedAt, nameOfNext, unused })
      if (sync.genres !== undefined) await replaceGenres(trx, album, sync.genres)
      const coverName = coverStorageName === undefined ? album.coverName : newCoverName()
      if (coverStorageName !== undefined && coverName !== null)
        await insertCover(trx, coverName, coverStorageName, storedAt)
      await updateAlbum(trx, services.db.kind, album, {
        ...(sync.title !== undefined && { title: sync.title }),
        ...(sync.releaseYear !== undefined && { releaseYear: sync.releaseYear }),
        ...(sync.type !== undefined && { type: sync.type }),
        coverName,
      })
      if (coverStorageName !== undefined && album.coverName !== null) {
        unused.push((await storageNameOfAnyCover(trx, album.coverName)) ?? '')
        await removeCover(trx, album.coverName)
      }
      const after = { title: sync.title ?? album.title }
      await recordAuditEvent(trx, actor, now(), {
        action: 'album.sync',
        target: album.id,
        before: { title: album.title },
        after,
      })
      await alongside?.(trx, { storedAt, coverName, tracks: written })
    })
    await removeUnused(
      services,
      unused.filter((name) => name !== ''),
    )
  } catch (error) {
    await removeUnused(services, stored)
    throw isUniqueViolation(error) ? isTitleTaken() : error
  }
}

interface Writing {
  sync: AlbumSync
  album: FoundAlbum
  seen: AlbumWithFiles
  storedAt: string
  /** The storage name of the next file, in the order in which the files were stored. */
  nameOfNext: () => string
  /** Receives the storage names of files that are replaced. */
  unused: string[]
}

async function writeTracks(
  trx: Executor,
  { db }: Pick<Services, 'db'>,
  { sync, album, seen, storedAt, nameOfNext, unused }: Writing,
): Promise<SyncedAlbum['tracks']> {
  const written: { id: string; furtherIds: string[]; formerFileId: string | undefined }[] = []
  const others = new Set<string>()
  const credits: { trackId: string; artists: readonly TrackArtist[] }[] = []
  for (const [position, track] of (sync.tracks ?? []).entries()) {
    const { title, file, further = [], without = [] } = track
    const before = track.id === undefined ? undefined : await findTrackRow(trx, track.id)
    if (track.id !== undefined && before === undefined) throw new Refused(staleList)
    const id = before?.id ?? newId()
    let formerFileId: string | undefined
    if (before === undefined) {
      const columns =
        file === undefined ? noFile : fileColumns(file, nameOfNext(), newFileName(file), storedAt)
      const plain = { id, albumId: album.id, position, title, durationSeconds: 0, createdAt: storedAt }
      await insertTracks(trx, [{ ...plain, artistName: null, ...columns }])
    } else {
      if (before.albumId !== album.id) others.add(before.albumId)
      await moveTrack(trx, id, { albumId: album.id, position, title })
      if (file !== undefined) {
        const keepsFormer = track.keepsFormerFile === true
        const sameName = !keepsFormer && before.format === file.info.format ? before.fileName : null
        const columns = fileColumns(file, nameOfNext(), sameName ?? newFileName(file), storedAt)
        await replaceFile(trx, before, { ...columns, title })
        const former = await keepFormerFile(trx, before, keepsFormer)
        formerFileId = former.id
        unused.push(...former.unused)
      }
    }
    const furtherRows = further.map((one) => furtherRow(id, one, nameOfNext(), storedAt))
    await insertTrackFiles(trx, furtherRows)
    unused.push(...seen.further.flatMap((row) => (without.includes(row.id) ? [row.storageName] : [])))
    await removeTrackFiles(trx, without)
    if (track.artists !== undefined) credits.push({ trackId: id, artists: track.artists })
    written.push({ id, furtherIds: furtherRows.map((row) => row.id), formerFileId })
  }
  await replaceCredits(trx, { albumId: album.id, artists: sync.artists, tracks: credits }, storedAt)
  for (const other of others) await closeGaps(trx, db, other)
  return written
}

/**
 * If `keeps` is true, keeps the former file of a track as a further file. If it is a converted copy, its original is
 * kept instead.
 * Files that are not kept are returned as `unused`.
 */
async function keepFormerFile(
  trx: Executor,
  before: TrackRow,
  keeps: boolean,
): Promise<{ id: string | undefined; unused: readonly string[] }> {
  const copy = before.storageName === null ? [] : [before.storageName]
  if (!keeps) return { id: undefined, unused: [...copy, ...(await removeOriginals(trx, before.id))] }
  const original = await releaseOriginal(trx, before.id)
  if (original !== undefined) return { id: original, unused: copy }
  return { id: await keepAsFurther(trx, before, { isOriginal: false }), unused: [] }
}

/**
 * Updates an album that tracks were moved out of: renumbers the other tracks, or deletes the album when there are none.
 */
async function closeGaps(
  trx: Executor,
  { kind }: Pick<Services['db'], 'kind'>,
  albumId: string,
): Promise<void> {
  const album = await findAnyAlbumById(trx, albumId)
  if (album === undefined) return
  const left = await tracksOf(trx, albumId)
  if (left.length === 0) return removeAlbum(trx, kind, album)
  for (const [position, { id, title }] of left.entries())
    await moveTrack(trx, id, { albumId, position, title })
  await updateAlbum(trx, kind, album, {})
}
