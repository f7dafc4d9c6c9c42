import { randomBytes } from 'node:crypto'
import type { AlbumType } from '@tonarchiv/contract/catalog'
import { titleInUse, TRACKS_PER_ALBUM_MAX, tooManyTracks } from '@tonarchiv/contract/archive-editing'
import { isUniqueViolation } from '#database/faults.ts'
import { newId } from '#platform/ids.ts'
import type { Executor } from '#database/prepared.ts'
import { type Actor, recordAuditEvent } from '#features/audit-log/index.ts'
import type { AudioInfo } from '#audio-probe/info/audio-info.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import type { Storable } from '#storage/storage.ts'
import { firstPlace } from '../store/album-order.ts'
import { changeArchive } from './change-archive.ts'
import { placeAbove } from './places.ts'
import { type NewAlbumRow, insertAlbum } from '../store/albums.ts'
import type { TrackRow } from '../store/tracks.ts'
import { type Credits, insertCredits, type TrackArtist } from '../store/artists.ts'
import { insertCover } from '../store/covers.ts'
import type { Album } from '../store/album-tracks.ts'
import { removeUnused } from './unused-files.ts'

/** A file that was recognised as audio, with its metadata. */
export interface TrackFile {
  item: Storable
  info: Extract<AudioInfo, { kind: 'audio' }>
}

export interface NewTrack {
  title: string
  /** Used only when there is no file with a duration. */
  durationSeconds?: number | undefined
  /** Without it the track is a placeholder. */
  file?: TrackFile | undefined
  artists?: readonly TrackArtist[] | undefined
}

export interface NewAlbum {
  title: string
  releaseYear: number | null
  type: AlbumType
  isExclusive: boolean
  /** A file that was recognised as an image. */
  cover?: Storable | undefined
  /** Without artists the album is shown under its title. */
  artists?: readonly string[] | undefined
  tracks: readonly NewTrack[]
}

type Needs = Pick<Services, 'db' | 'storage' | 'events' | 'now' | 'log'>

/**
 * Adds albums completely or not at all: their files are stored first, then all rows are inserted in one
 * transaction. The last album of the list becomes the newest and the first in the archive. `alongside` writes
 * in the same transaction.
 * @throws Refused `titleInUse`, `tooManyTracks`
 */
export async function addAlbums(
  services: Needs,
  actor: Actor,
  albums: readonly NewAlbum[],
  alongside?: (trx: Executor, made: readonly Album[]) => Promise<void>,
): Promise<Album[]> {
  if (albums.some(({ tracks }) => tracks.length > TRACKS_PER_ALBUM_MAX)) throw new Refused(tooManyTracks)
  const { db, now } = services
  const createdAt = now().toISOString()
  const stored: string[] = []
  try {
    const made: StoredAlbum[] = []
    for (const album of albums) made.push(await storeAlbum(services, album, createdAt, stored))
    return await changeArchive(services, async (trx) => {
      let place = await firstPlace(trx)
      for (const { info } of made) {
        place = placeAbove(place)
        info.place = place
      }
      const added: Album[] = []
      // Lowest sort key first, which is fastest for the search index.
      for (const { info, tracks, coverStorageName } of made.toReversed()) {
        if (info.coverName !== null && coverStorageName !== undefined) {
          await insertCover(trx, info.coverName, coverStorageName, createdAt)
        }
        added.unshift(await insertAlbum(trx, db.kind, info, tracks))
        const after = { title: info.title, tracks: tracks.length }
        await recordAuditEvent(trx, actor, now(), { action: 'album.add', target: info.id, after })
      }
      await insertCredits(
        trx,
        made.map(({ credits }) => credits),
        createdAt,
      )
      await alongside?.(trx, added)
      return added
    })
  } catch (error) {
    await removeUnused(services, stored)
    throw isUniqueViolation(error) ? isTitleTaken() : error
  }
}

export function isTitleTaken(): Refused {
  return new Refused(titleInUse, { fields: { albumTitel: titleInUse.text } })
}

interface StoredAlbum {
  info: NewAlbumRow
  tracks: TrackRow[]
  credits: Credits
  coverStorageName: string | undefined
}

/**
 * Stores an album's files and builds its rows; the names of the files are added to `stored` at once, for the
 * cleanup after a failure.
 */
async function storeAlbum(
  { storage }: Pick<Services, 'storage'>,
  album: NewAlbum,
  createdAt: string,
  stored: string[],
): Promise<StoredAlbum> {
  const [coverStorageName] = await storage.save('covers', album.cover === undefined ? [] : [album.cover])
  if (coverStorageName !== undefined) stored.push(coverStorageName)
  const id = newId()
  const info: NewAlbumRow = {
    id,
    title: album.title,
    place: 0,
    type: album.type,
    releaseYear: album.releaseYear,
    isExclusive: album.isExclusive ? 1 : 0,
    coverName: coverStorageName === undefined ? null : newCoverName(),
    createdAt,
  }
  const tracks = await storeTracks({ storage }, album.tracks, { albumId: id, position: 0, createdAt }, stored)
  const credits = { albumId: id, artists: album.artists ?? [], tracks: creditsOf(tracks, album.tracks) }
  return { info, tracks, credits, coverStorageName }
}

/** The artists of tracks, by the ids of their rows. */
export function creditsOf(rows: readonly TrackRow[], tracks: readonly NewTrack[]): Credits['tracks'] {
  return rows.map(({ id }, index) => ({ trackId: id, artists: tracks[index]?.artists ?? [] }))
}

/** Stores the files of tracks and builds their rows, counted from a position in their album. */
export async function storeTracks(
  { storage }: Pick<Services, 'storage'>,
  tracks: readonly NewTrack[],
  { albumId, position, createdAt }: Pick<TrackRow, 'albumId' | 'position' | 'createdAt'>,
  stored: string[],
): Promise<TrackRow[]> {
  const items = tracks.flatMap(({ file }) => file?.item ?? [])
  const names = await storage.save('tracks', items)
  stored.push(...names)
  const itsNames = names.values()
  return tracks.map(({ title, durationSeconds = 0, file }, index) => ({
    id: newId(),
    albumId,
    position: position + index,
    title,
    durationSeconds,
    createdAt,
    ...(file === undefined
      ? noFile
      : fileColumns(file, itsNames.next().value ?? '', newFileName(file), createdAt)),
  }))
}

const noFile = {
  fileName: null,
  storageName: null,
  storedAt: null,
  format: null,
  sizeBytes: null,
  bitrate: null,
  sampleRate: null,
  channels: null,
  tagTitle: null,
  tagArtist: null,
  tagAlbum: null,
  tagYear: null,
}

/** The columns of a track that are filled from its file. */
export function fileColumns({ info }: TrackFile, storageName: string, fileName: string, storedAt: string) {
  const { tags } = info
  return {
    fileName,
    storageName,
    storedAt,
    durationSeconds: Math.round(info.durationSeconds * 1000) / 1000,
    format: info.format,
    sizeBytes: info.sizeBytes,
    bitrate: info.bitrate,
    sampleRate: info.sampleRate,
    channels: info.channels,
    tagTitle: tags.title ?? null,
    tagArtist: tags.artist ?? null,
    tagAlbum: tags.album ?? null,
    tagYear: tags.year ?? null,
  }
}

/** The name under which a file is streamed; never the uploader's file name. */
export function newFileName({ info }: TrackFile): string {
  return `${randomBytes(12).toString('hex')}.${info.format}`
}

export function newCoverName(): string {
  return randomBytes(12).toString('hex')
}
