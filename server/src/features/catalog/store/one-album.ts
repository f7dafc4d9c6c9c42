import type { Database } from '#database/open.ts'
import { type Executor, prepared } from '#database/prepared.ts'
import { type AlbumRow, albumColumns, type PageRow, versionOfArchive } from './find-albums.ts'
import { titleKeyOf } from './title-key.ts'

const selectByTitle = prepared<{ titleKey: string }, AlbumRow>((db, slot) =>
  db.selectFrom('albums').select(albumColumns).where('titleKey', '=', slot('titleKey')),
)
const selectById = prepared<{ id: string }, AlbumRow>((db, slot) =>
  db.selectFrom('albums').select(albumColumns).where('id', '=', slot('id')),
)
const selectByFile = prepared<{ fileName: string }, PageRow>((db, slot) =>
  db
    .selectFrom('tracks')
    .innerJoin('albums', 'albums.id', 'tracks.albumId')
    .select([...albumColumns, versionOfArchive, 'albums.place as key'])
    .where('tracks.fileName', '=', slot('fileName')),
)

/** The album with that title; what is no title of ours may be an id. */
export async function findAlbum(db: Executor, titleOrId: string): Promise<AlbumRow | undefined> {
  const [byTitle] = await selectByTitle(db, { titleKey: titleKeyOf(titleOrId) })
  if (byTitle !== undefined) return byTitle
  const [byId] = await selectById(db, { id: titleOrId })
  return byId
}

export async function findAlbumById(db: Executor, id: string): Promise<AlbumRow | undefined> {
  const [album] = await selectById(db, { id })
  return album
}

/** The album that holds this file. */
export async function findAlbumOfFile(db: Database, fileName: string): Promise<PageRow | undefined> {
  const [album] = await selectByFile(db, { fileName })
  return album
}
