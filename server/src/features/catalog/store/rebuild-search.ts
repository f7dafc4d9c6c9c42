import { sql } from 'kysely'
import type { Database } from '#database/open.ts'
import type { Executor } from '#database/prepared.ts'
import { albumColumns } from './album-rows.ts'
import { searchIndexOf } from '../search/search-index.ts'
import { indexEntryOf } from './index-entry.ts'
import { withTracks } from './album-tracks.ts'

const ALBUMS_AT_ONCE = 500

/** Builds the search index from the albums, for a database whose rows were copied from elsewhere. */
export async function rebuildSearch(trx: Executor, kind: Database['kind']): Promise<void> {
  if (kind === 'postgres') await sql`delete from album_search`.execute(trx)
  else {
    await sql`insert into album_words (album_words) values ('delete-all')`.execute(trx)
    await sql`insert into album_grams (album_grams) values ('delete-all')`.execute(trx)
  }
  const index = searchIndexOf(kind)
  let last: number | undefined
  for (;;) {
    let albums = trx
      .selectFrom('openAlbums as albums')
      .select(albumColumns)
      .orderBy('place')
      .limit(ALBUMS_AT_ONCE)
    if (last !== undefined) albums = albums.where('place', '>', last)
    const page = await albums.execute()
    const albumsOfPage = await withTracks(trx, page)
    await index.add(
      trx,
      albumsOfPage.map((album) => indexEntryOf(album, album.tracks)),
    )
    last = page.at(-1)?.place
    if (last === undefined) return
  }
}
