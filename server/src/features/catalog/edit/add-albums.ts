import type { AlbumType } from '@tonarchiv/contract/catalog'
import { titleInUse, TRACKS_PER_ALBUM_MAX, tooManyTracks } from '@tonarchiv/contract/archive-editing'
import { isUniqueViolation } from '#database/faults.ts'
import { insertPendingUpload, type PendingUpload } from '#database/pending-uploads.ts'
import { newId } from '#platform/ids.ts'
import { randomDigits } from '#platform/random-digits.ts'
import type { Executor } from '#database/prepared.ts'
import { type Actor, operator, recordAuditEvent } from '#features/audit-log/index.ts'
import type { AudioInfo } from '#audio-probe/info/audio-info.ts'
import { needsConversion } from '#audio-probe/audio-formats.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import type { Storable } from '#storage/storage.ts'
import { firstPlace } from '../store/album-order.ts'
import { changeArchive } from './change-archive.ts'
import { announcePremiere, type PremiereSettings, closeAlbum } from './close-album.ts'
import { placeAbove } from '#platform/sort-keys.ts'
import { isPlayable } from '../store/playable.ts'
import { insertAlbums, type NewAlbumRow } from '../store/albums.ts'
import type { TrackRow } from '../store/tracks.ts'
import { artistNameOf, type Credits, insertCredits, joined, type TrackArtist } from '../store/artists.ts'
import { insertCover } from '../store/covers.ts'
import { insertLinerNotes, type LinerNotes, NO_NOTES } from '../store/liner-notes.ts'
import { insertTrackFiles, type TrackFileRow } from '../store/track-files.ts'
import type { Album } from '../store/album-tracks.ts'
import { removeUnused } from './unused-files.ts'

/** A file that was recognised as audio, with its metadata. */
export interface TrackFile {
  item: Storable
  info: Extract<AudioInfo, { kind: 'audio' }>
  /** True for a further file from which the track's own file was converted. */
  isOriginal?: boolean | undefined
}

/** Id and date of an album or track in the archive that it was exported from. Undefined fields get new values. */
interface Origin {
  /** An id that no album or track has yet. */
  id?: string | undefined
  /** ISO 8601 in UTC. */
  createdAt?: string | undefined
}

export interface NewTrack extends Origin {
  title: string
  /** Used only for a track without a file. */
  durationSeconds?: number | undefined
  /** Undefined for a placeholder, which is a track without a file. */
  file?: TrackFile | undefined
  /** Files with the same recording in other encodings. */
  further?: readonly TrackFile[] | undefined
  artists?: readonly TrackArtist[] | undefined
}

export interface NewAlbum extends Origin {
  title: string
  releaseYear: number | null
  type: AlbumType
  isExclusive: boolean
  /** A file that was recognised as an image. */
  cover?: Storable | undefined
  /** Without artists the album is shown under its title. */
  artists?: readonly string[] | undefined
  notes?: LinerNotes | undefined
  /** With a premiere the album is closed: only admins see it until then. */
  premiere?: PremiereSettings | undefined
  /** Genres of an album without `notes`. */
  genres?: readonly string[] | undefined
  tracks: readonly NewTrack[]
}

type Needs = Pick<Services, 'db' | 'storage' | 'events' | 'now' | 'log'>

/** An album with the further files of its tracks; those of one track are in the order of `NewTrack.further`. */
export interface AddedAlbum extends Album {
  further: readonly TrackFileRow[]
}

export interface AddOptions {
  /** Awaited after the files were stored and before the rows are inserted. */
  before?: Promise<unknown>
  /** Inserts rows of the caller in the transaction that inserts the albums. */
  alongside?: (trx: Executor, added: readonly AddedAlbum[]) => Promise<void>
}

/**
 * Adds albums completely or not at all: their files are stored first, then all rows are inserted in one
 * transaction. The last album of the list becomes the newest and the first in the archive.
 * @throws Refused `titleInUse`, `tooManyTracks`
 */
export async function addAlbums(
  services: Needs,
  actor: Actor,
  albums: readonly NewAlbum[],
  { before, alongside }: AddOptions = {},
): Promise<AddedAlbum[]> {
  if (albums.some(({ tracks }) => tracks.length > TRACKS_PER_ALBUM_MAX)) throw new Refused(tooManyTracks)
  const { db, now } = services
  const createdAt = now().toISOString()
  const stored: string[] = []
  try {
    const made = await storeAlbums(services, albums, createdAt, stored)
    await before
    const { added, uploads } = await changeArchive(services, async (trx) => {
      let place = await firstPlace(trx)
      for (const { info } of made) {
        place = placeAbove(place)
        info.place = place
      }
      for (const { info, coverStorageName } of made)
        if (info.coverName !== null && coverStorageName !== undefined)
          await insertCover(trx, info.coverName, coverStorageName, createdAt)
      // Lowest sort key first: the search index is written faster in that order.
      const inserted = await insertAlbums(trx, db.kind, made.toReversed())
      const added = inserted
        .toReversed()
        .map((album, index): AddedAlbum => Object.assign(album, { further: made[index]?.further ?? [] }))
      await insertTrackFiles(
        trx,
        made.flatMap(({ further }) => further),
      )
      for (const { info, tracks } of made) {
        const after = { title: info.title, tracks: tracks.length }
        await recordAuditEvent(trx, actor, now(), { action: 'album.add', target: info.id, after })
      }
      await insertLinerNotes(
        trx,
        made.flatMap(({ info, notes }) => (notes === undefined ? [] : [{ albumId: info.id, notes }])),
      )
      await insertCredits(
        trx,
        made.map(({ credits }) => credits),
        createdAt,
      )
      for (const [index, { premiere }] of albums.entries())
        if (premiere !== undefined) await closeAdded(services, trx, added[index], actor, premiere)
      await alongside?.(trx, added)
      return { added, uploads: await insertUploads(services, trx, actor, albums, added) }
    })
    for (const upload of uploads) services.events.emit('uploaded', upload)
    for (const [index, { id }] of added.entries())
      if (albums[index]?.premiere !== undefined)
        services.events.emit('premiereChanged', { albumId: id, actorId: actor.id })
    return added
  } catch (error) {
    await removeUnused(services, stored)
    throw isUniqueViolation(error) ? isTitleTaken() : error
  }
}

async function closeAdded(
  services: Pick<Services, 'db' | 'now'>,
  trx: Executor,
  album: AddedAlbum | undefined,
  actor: Actor,
  premiere: PremiereSettings,
): Promise<void> {
  if (album === undefined) throw new Error('An album was added and is not there')
  const playableTracks = album.tracks.filter(isPlayable).length
  await closeAlbum(services, trx, { ...album, playableTracks }, premiere)
  const { opensAt, isCovered } = premiere
  const after = { title: album.title, opensAt, isCovered }
  await recordAuditEvent(trx, actor, services.now(), { action: 'premiere.set', target: album.id, after })
}

/** Records what the chat room and the notices get about new albums: nothing if the operator has added them. */
async function insertUploads(
  services: Pick<Services, 'now'>,
  trx: Executor,
  actor: Actor,
  albums: readonly NewAlbum[],
  added: readonly AddedAlbum[],
): Promise<PendingUpload[]> {
  if (actor.id === operator.id) return []
  const uploads: PendingUpload[] = []
  const ids = added.flatMap(({ id }, index) => (albums[index]?.premiere === undefined ? id : []))
  if (ids.length > 0)
    uploads.push(await insertPendingUpload(trx, { userId: actor.id, kind: 'album', ids }, services.now()))
  for (const [index, album] of added.entries())
    if (albums[index]?.premiere?.isAnnounced === true)
      uploads.push(await announcePremiere(services, trx, actor, album))
  return uploads
}

export function isTitleTaken(): Refused {
  return new Refused(titleInUse, { fields: { albumTitel: titleInUse.text } })
}

interface StoredAlbum {
  info: NewAlbumRow
  tracks: TrackRow[]
  further: TrackFileRow[]
  credits: Credits
  notes: LinerNotes | undefined
  coverStorageName: string | undefined
}

/**
 * Stores the files of albums, all tracks in one call and all covers in another, so that one folder is synced
 * for many albums, and builds their rows. The names of the files are added to `stored`, for the cleanup after
 * a failure.
 */
async function storeAlbums(
  { storage }: Pick<Services, 'storage'>,
  albums: readonly NewAlbum[],
  createdAt: string,
  stored: string[],
): Promise<StoredAlbum[]> {
  const covers = await storage.save(
    'covers',
    albums.flatMap(({ cover }) => cover ?? []),
  )
  stored.push(...covers)
  const names = await storage.save(
    'tracks',
    albums.flatMap(({ tracks }) => itemsOf(tracks)),
  )
  stored.push(...names)
  const [itsCovers, itsNames] = [covers.values(), names.values()]
  return albums.map((album) => {
    const coverStorageName = album.cover === undefined ? undefined : itsCovers.next().value
    const id = album.id ?? newId()
    const info: NewAlbumRow = {
      id,
      title: album.title,
      place: 0,
      type: album.type,
      releaseYear: album.releaseYear,
      isExclusive: album.isExclusive ? 1 : 0,
      coverName: coverStorageName === undefined ? null : newCoverName(),
      createdAt: album.createdAt ?? createdAt,
      artistName: joined(album.artists ?? []),
    }
    const rows = rowsOfTracks(album.tracks, itsNames, { albumId: id, position: 0, createdAt })
    const credits = {
      albumId: id,
      artists: album.artists ?? [],
      tracks: creditsOf(rows.tracks, album.tracks),
    }
    const { genres = [], notes = genres.length === 0 ? undefined : { ...NO_NOTES, genres } } = album
    return { info, ...rows, credits, notes, coverStorageName }
  })
}

/** The artists of new tracks, with the ids of the inserted rows. */
export function creditsOf(rows: readonly TrackRow[], tracks: readonly NewTrack[]): Credits['tracks'] {
  return rows.map(({ id }, index) => ({ trackId: id, artists: tracks[index]?.artists ?? [] }))
}

/** The files of tracks, in the order in which `rowsOfTracks` takes their names. */
export function itemsOf(tracks: readonly Pick<NewTrack, 'file' | 'further'>[]): Storable[] {
  return tracks.flatMap(({ file, further = [] }) => [
    ...(file === undefined ? [] : [file.item]),
    ...further.map(({ item }) => item),
  ])
}

/** Builds the rows of tracks whose files were stored. `position` is the position of the first track in its album. */
export function rowsOfTracks(
  tracks: readonly NewTrack[],
  names: Iterator<string>,
  { albumId, position, createdAt }: Pick<TrackRow, 'albumId' | 'position' | 'createdAt'>,
): { tracks: TrackRow[]; further: TrackFileRow[] } {
  const nameOfNext = (): string => {
    const { value, done } = names.next()
    if (done === true) throw new Error('A file of a track was not stored')
    return value
  }
  const furtherRows: TrackFileRow[] = []
  const rows = tracks.map((track, index) => {
    const { id = newId(), title, durationSeconds = 0, file, further = [], artists = [] } = track
    const columns =
      file === undefined ? noFile : fileColumns(file, nameOfNext(), newFileName(file), createdAt)
    furtherRows.push(...further.map((one) => furtherRow(id, one, nameOfNext(), createdAt)))
    const plain = { albumId, position: position + index, title, durationSeconds }
    const since = track.createdAt ?? createdAt
    return { id, ...plain, createdAt: since, artistName: artistNameOf(artists), ...columns }
  })
  return { tracks: rows, further: furtherRows }
}

/** The row of a further file of a track. */
export function furtherRow(
  trackId: string,
  file: TrackFile,
  storageName: string,
  storedAt: string,
): TrackFileRow {
  const columns = fileColumns(file, storageName, newFileName(file), storedAt)
  const { format, sizeBytes, bitrate, sampleRate, channels, durationSeconds, fileName } = columns
  const sound = { format, sizeBytes, bitrate, sampleRate, channels, durationSeconds }
  const use = { needsConversion: columns.needsConversion, isOriginal: file.isOriginal === true ? 1 : 0 }
  return { id: newId(), trackId, fileName, storageName, storedAt, ...sound, ...use }
}

export const noFile = {
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
  needsConversion: 0,
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
    needsConversion: needsConversion(info) ? 1 : 0,
  }
}

/** The name under which a file is streamed; never the uploader's file name. */
export function newFileName({ info }: TrackFile): string {
  return `${randomDigits(12)}.${info.format}`
}

export function newCoverName(): string {
  return randomDigits(12)
}
