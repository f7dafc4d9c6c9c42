import type { Database } from '#database/open.ts'
import { type Executor, prepared } from '#database/prepared.ts'
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

const selectByTitle = prepared<{ titleKey: string }, FoundAlbum>((db, slot) =>
  db.selectFrom('albums').select(columns).where('titleKey', '=', slot('titleKey')),
)
const selectById = prepared<{ id: string }, FoundAlbum>((db, slot) =>
  db.selectFrom('albums').select(columns).where('id', '=', slot('id')),
)
/** The album of a track, with the track's id. */
type AlbumOfTrack = PageRow & { trackId: string }

const selectByTrack = prepared<{ name: string }, AlbumOfTrack>((db, slot) =>
  db
    .selectFrom('tracks')
    .innerJoin('albums', 'albums.id', 'tracks.albumId')
    .select([...albumColumns, versionOfArchive, 'albums.place as key', 'tracks.id as trackId'])
    .where((eb) => eb.or([eb('tracks.fileName', '=', slot('name')), eb('tracks.id', '=', slot('name'))])),
)

const selectByFormerTitle = prepared<{ titleKey: string }, FoundAlbum>((db, slot) =>
  db
    .selectFrom('albumFormerTitles')
    .innerJoin('albums', 'albums.id', 'albumFormerTitles.albumId')
    .select(columns)
    .where('albumFormerTitles.titleKey', '=', slot('titleKey')),
)

/** Finds an album by its title, otherwise by its id, otherwise by a former title. */
export async function findAlbum(db: Executor, titleOrId: string): Promise<FoundAlbum | undefined> {
  const current = await findCurrentAlbum(db, titleOrId)
  if (current !== undefined) return current
  const [former] = await selectByFormerTitle(db, { titleKey: titleKeyOf(titleOrId) })
  return former
}

/** Finds an album by its title, otherwise by its id. */
export async function findCurrentAlbum(db: Executor, titleOrId: string): Promise<FoundAlbum | undefined> {
  const [byTitle] = await selectByTitle(db, { titleKey: titleKeyOf(titleOrId) })
  if (byTitle !== undefined) return byTitle
  const [byId] = await selectById(db, { id: titleOrId })
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

export async function findAlbumById(db: Executor, id: string): Promise<FoundAlbum | undefined> {
  const [album] = await selectById(db, { id })
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
