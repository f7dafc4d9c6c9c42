import { albumChanged, type updateAlbum as updateAlbumRoute } from '@tonarchiv/contract/archive-editing'
import { UNKNOWN } from '@tonarchiv/contract/catalog'
import { notFound, staleList } from '@tonarchiv/contract/refusal'
import type { BodyOf } from '@tonarchiv/contract/route'
import { isUniqueViolation } from '#database/faults.ts'
import type { Executor } from '#database/prepared.ts'
import { type Actor, recordAuditEvent } from '#features/audit-log/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { storageNameOfAnyCover } from '../store/covers.ts'
import { isTitleTaken } from './add-albums.ts'
import { changeArchive } from './change-archive.ts'
import { idsOfFullList } from './full-list.ts'
import { findAnyCurrentAlbum, type FoundAlbum } from '../store/one-album.ts'
import { removeAlbum, updateAlbum } from '../store/albums.ts'
import { trackFilesOf } from '../store/track-files.ts'
import { placeTrack, tracksOf } from '../store/tracks.ts'
import type { AlbumRow } from '../store/album-rows.ts'
import { type Album, type AlbumWithArtists, withArtists } from '../store/album-tracks.ts'
import { replaceCredits, type TrackArtist } from '../store/artists.ts'
import { linerNotesOf, replaceLinerNotes } from '../store/liner-notes.ts'
import { type NamedArtists, namedArtists } from '../store/named-artists.ts'
import { removeUnused } from './unused-files.ts'

type Changes = BodyOf<typeof updateAlbumRoute>
type TracksInOrder = NonNullable<Changes['tracks']>
type Needs = Pick<Services, 'db' | 'storage' | 'events' | 'now' | 'log'>

/**
 * Changes the given fields of an album. Fields that are undefined stay unchanged.
 * @throws Refused `notFound`, `titleInUse`, `staleList`, `albumChanged`
 */
export async function changeAlbum(
  services: Needs,
  actor: Actor,
  title: string,
  changes: Changes,
): Promise<Album> {
  const { db, now } = services
  try {
    return await changeArchive(services, async (trx) => {
      const before = await albumToChange(trx, title)
      if ((changes.seenRevision ?? before.revision) !== before.revision) throw new Refused(albumChanged)
      const noteBefore = await noteOf(trx, before)
      if (changes.tracks !== undefined) await orderTracks(trx, before.id, changes.tracks, changes.seenTracks)
      await changeArtists(trx, before.id, changes, now())
      await changeNotes(trx, before, changes)
      const after = await updateAlbum(trx, db.kind, before, {
        ...(changes.albumTitel !== undefined && { title: changes.albumTitel }),
        ...(changes.type !== undefined && { type: changes.type }),
        ...(changes.exclusive !== undefined && { isExclusive: changes.exclusive ? 1 : 0 }),
        ...(changes.releaseJahr !== undefined && {
          releaseYear: changes.releaseJahr === UNKNOWN ? null : changes.releaseJahr,
        }),
        ...(changes.releasedOn !== undefined && { releaseYear: yearOf(changes.releasedOn) }),
      })
      await recordAuditEvent(trx, actor, now(), {
        action: 'album.update',
        target: before.id,
        ...withoutSameNotes(noteBefore, await noteOf(trx, after)),
      })
      return after
    })
  } catch (error) {
    throw isUniqueViolation(error) ? isTitleTaken() : error
  }
}

/**
 * Deletes an album; its files are removed when no row refers to them.
 * @throws Refused `notFound`
 */
export async function deleteAlbum(services: Needs, actor: Actor, title: string): Promise<void> {
  const { db, now } = services
  const files = await changeArchive(services, async (trx) => {
    const album = await albumToChange(trx, title)
    const names = await storageNamesOf(trx, album)
    const before = await noteOf(trx, album)
    await removeAlbum(trx, db.kind, album)
    await recordAuditEvent(trx, actor, now(), { action: 'album.delete', target: album.id, before })
    return names
  })
  await removeUnused(services, files)
}

/** @throws Refused `notFound` */
export async function albumToChange(trx: Executor, title: string): Promise<FoundAlbum> {
  const album = await findAnyCurrentAlbum(trx, title)
  if (album === undefined) throw new Refused(notFound)
  return album
}

/** Replaces the artists of an album and of its tracks, where lists of artists are given. */
async function changeArtists(
  trx: Executor,
  albumId: string,
  { artists, tracks = [] }: Changes,
  at: Date,
): Promise<void> {
  const given = tracks.filter((entry) => typeof entry === 'object').filter(namesArtists)
  if (artists === undefined && given.length === 0) return
  const named = await namedArtists(trx, [albumId])
  const credits = given.map((track) => ({ trackId: track.id, artists: creditsAfter(track, named) }))
  await replaceCredits(trx, { albumId, artists, tracks: credits }, at.toISOString())
}

type TrackChange = Exclude<TracksInOrder[number], string>

function namesArtists({ artists, features }: TrackChange): boolean {
  return artists !== undefined || features !== undefined
}

function creditsAfter(track: TrackChange, named: NamedArtists): TrackArtist[] {
  const namesOf = (role: TrackArtist['role']) => named.ofTrack(track.id, role).map(({ name }) => name)
  const { artists = namesOf('main'), features = namesOf('feature') } = track
  return [
    ...features.map((name): TrackArtist => ({ name, role: 'feature' })),
    // For a name that is given twice, the last role is stored.
    ...artists.map((name): TrackArtist => ({ name, role: 'main' })),
  ]
}

function yearOf(date: string | null): number | null {
  return date === null ? null : Number(date.slice(0, 4))
}

const NOTES = ['notes', 'credits', 'genres', 'releasedOn', 'recordedOn', 'label', 'source'] as const

/** Replaces the given fields of the liner notes. Fields that are undefined stay unchanged. */
async function changeNotes(trx: Executor, album: FoundAlbum, changes: Changes): Promise<void> {
  if (NOTES.every((name) => changes[name] === undefined)) return
  const now = await linerNotesOf(trx, album)
  await replaceLinerNotes(trx, album.id, {
    notes: changes.notes ?? now.notes,
    credits: changes.credits ?? now.credits,
    genres: changes.genres ?? now.genres,
    releasedOn: changes.releasedOn === undefined ? now.releasedOn : changes.releasedOn,
    recordedOn: changes.recordedOn === undefined ? now.recordedOn : changes.recordedOn,
    label: changes.label ?? now.label,
    source: changes.source ?? now.source,
  })
}

type AlbumNote = Awaited<ReturnType<typeof noteOf>>

/** Removes unchanged liner notes from an audit event, because they may be long. */
function withoutSameNotes(before: AlbumNote, after: AlbumNote) {
  const changed = NOTES.filter(
    (name) => JSON.stringify(before.about[name]) !== JSON.stringify(after.about[name]),
  )
  const changedOf = ({ about, ...note }: AlbumNote) => ({
    ...note,
    ...Object.fromEntries(changed.map((name) => [name, about[name]])),
  })
  return { before: changedOf(before), after: changedOf(after) }
}

/** The fields of an album that the audit log stores. */
async function noteOf(trx: Executor, album: AlbumRow) {
  const { title, type, releaseYear, isExclusive } = album
  const { albums } = await withArtists(trx, [album])
  const about = await linerNotesOf(trx, album)
  return { title, type, releaseYear, isExclusive, ...artistsNote(albums[0]), about }
}

function artistsNote(album: AlbumWithArtists | undefined) {
  if (album === undefined) return {}
  const { artists, artistsOf } = album
  const names = (list: readonly { name: string }[]) => list.map(({ name }) => name)
  const tracks = album.tracks.map((track) => ({
    id: track.id,
    title: track.title,
    artists: names(artistsOf(track.id, 'main')),
    features: names(artistsOf(track.id, 'feature')),
    fileName: track.fileName,
    durationSeconds: track.durationSeconds,
  }))
  return { artists: names(artists), tracks }
}

async function storageNamesOf(trx: Executor, { id, coverName }: AlbumRow): Promise<string[]> {
  const tracks = await tracksOf(trx, id)
  const further = await trackFilesOf(trx, id)
  const cover = coverName === null ? undefined : await storageNameOfAnyCover(trx, coverName)
  return [...tracks, ...further, { storageName: cover }].flatMap(({ storageName }) => storageName ?? [])
}

/**
 * Sorts tracks by a complete list of them, and sets the titles that it contains.
 * @throws Refused `staleList`
 */
async function orderTracks(
  trx: Executor,
  albumId: string,
  entries: TracksInOrder,
  seen: readonly string[] | undefined,
): Promise<void> {
  const tracks = await tracksOf(trx, albumId)
  const ids = tracks.map(({ id }) => id)
  if (seen !== undefined && seen.join(' ') !== ids.join(' ')) throw new Refused(staleList)
  const current = new Set(ids)
  const byTitle = Map.groupBy(tracks, ({ title }) => title)
  const idOf = (entry: string) => {
    if (current.has(entry)) return entry
    const [first, ...others] = byTitle.get(entry) ?? []
    return others.length === 0 ? first?.id : undefined
  }
  const wanted = idsOfFullList(
    entries.map((entry) => (typeof entry === 'string' ? entry : entry.id)),
    ids,
    idOf,
  )
  for (const [position, id] of wanted.entries()) {
    const entry = entries[position]
    const title = typeof entry === 'object' ? entry.title : undefined
    await placeTrack(trx, id, { position, ...(title !== undefined && { title }) })
  }
}
