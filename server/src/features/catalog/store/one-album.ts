import type { SelectQueryBuilder } from 'kysely'
import type { Database } from '#database/open.ts'
import { type Executor, prepared } from '#database/prepared.ts'
import type { Schema } from '#database/schema.ts'
import { albumColumns, type AlbumRow, type PageRow, versionOfArchive } from './album-rows.ts'
import { titleKeyOf } from './title-key.ts'
import { trackIdOfOtherFile } from './track-files.ts'

/** A single album, with the version of the archive at which it was read. */
export interface FoundAlbum extends AlbumRow {
  version: number
  /** Number of playable tracks of the album. */
  playableTracks: number
}

const columns = [...albumColumns, 'albums.playableTracks', versionOfArchive] as const

/** The statements that find one album among the open albums, or among all of them. */
function finder(
  from: (db: Executor) => SelectQueryBuilder<Schema & { albums: Schema['albums'] }, 'albums', object>,
) {
  return {
    byTitle: prepared<{ titleKey: string }, FoundAlbum>((db, slot) =>
      from(db).select(columns).where('albums.titleKey', '=', slot('titleKey')),
    ),
    byId: prepared<{ id: string }, FoundAlbum>((db, slot) =>
      from(db).select(columns).where('albums.id', '=', slot('id')),
    ),
    byFormerTitle: prepared<{ titleKey: string }, FoundAlbum>((db, slot) =>
      from(db)
        .innerJoin('albumFormerTitles', 'albumFormerTitles.albumId', 'albums.id')
        .select(columns)
        .where('albumFormerTitles.titleKey', '=', slot('titleKey')),
    ),
  }
}

const open = finder((db) => db.selectFrom('openAlbums as albums'))
const all = finder((db) => db.selectFrom('albums'))
/** The album of a track, with the track's id. */
type AlbumOfTrack = PageRow & { trackId: string }

const selectByTrack = prepared<{ name: string }, AlbumOfTrack>((db, slot) =>
  db
    .selectFrom('openTracks as tracks')
    .innerJoin('openAlbums as albums', 'albums.id', 'tracks.albumId')
    .select([...albumColumns, versionOfArchive, 'albums.place as key', 'tracks.id as trackId'])
    .where((eb) => eb.or([eb('tracks.fileName', '=', slot('name')), eb('tracks.id', '=', slot('name'))])),
)

/** Finds an album by its title, otherwise by its id, otherwise by a former title. A closed album is not found. */
export async function findAlbum(db: Executor, titleOrId: string): Promise<FoundAlbum | undefined> {
  return find(open, db, titleOrId)
}

/** Finds an album as `findAlbum` does, also a closed one, for admins. */
export async function findAnyAlbum(db: Executor, titleOrId: string): Promise<FoundAlbum | undefined> {
  return find(all, db, titleOrId)
}

/** Finds an album by its title, otherwise by its id. A closed album is not found. */
export async function findCurrentAlbum(db: Executor, titleOrId: string): Promise<FoundAlbum | undefined> {
  return findCurrent(open, db, titleOrId)
}

/** Finds an album as `findCurrentAlbum` does, also a closed one, for admins. */
export async function findAnyCurrentAlbum(db: Executor, titleOrId: string): Promise<FoundAlbum | undefined> {
  return findCurrent(all, db, titleOrId)
}

async function find(among: typeof open, db: Executor, titleOrId: string): Promise<FoundAlbum | undefined> {
  const current = await findCurrent(among, db, titleOrId)
  if (current !== undefined) return current
  const [former] = await among.byFormerTitle(db, { titleKey: titleKeyOf(titleOrId) })
  return former
}

async function findCurrent(
  among: typeof open,
  db: Executor,
  titleOrId: string,
): Promise<FoundAlbum | undefined> {
  const [byTitle] = await among.byTitle(db, { titleKey: titleKeyOf(titleOrId) })
  if (byTitle !== undefined) return byTitle
  const [byId] = await among.byId(db, { id: titleOrId })
  return byId
}

/** Stores a former title of an album, so that links with this title stay valid. */
export async function keepFormerTitle(trx: Executor, albumId: string, former: string): Promise<void> {
  const titleKey = titleKeyOf(former)
  await trx
    .insertInto('albumFormerTitles')
    .values({ titleKey, albumId })
    .onConflict((conflict) => conflict.column('titleKey').doUpdateSet({ albumId }))
    .execute()
}

/** Finds an album by its id. A closed album is not found. */
export async function findAlbumById(db: Executor, id: string): Promise<FoundAlbum | undefined> {
  const [album] = await open.byId(db, { id })
  return album
}

/** Finds an album by its id, also a closed one, for admins. */
export async function findAnyAlbumById(db: Executor, id: string): Promise<FoundAlbum | undefined> {
  const [album] = await all.byId(db, { id })
  return album
}

/** The album of a track. `name` is the track's id, or a present or former name of one of its files. */
export async function findAlbumOfTrack(db: Database, name: string): Promise<AlbumOfTrack | undefined> {
  const [album] = await selectByTrack(db, { name })
  if (album !== undefined) return album
  const trackId = await trackIdOfOtherFile(db, name)
  const [its] = trackId === undefined ? [] : await selectByTrack(db, { name: trackId })
  return its
}
