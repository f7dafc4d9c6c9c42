import { MISSING_MARK } from '@tonarchiv/contract/catalog'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Executor, prepared } from '#database/prepared.ts'

/** What names a playable track. */
export interface SongNames {
  id: string
  title: string
  fileName: string | null
  /** Its main artists as one text; null for the artists of the album. */
  artistName: string | null
  tagArtist: string | null
  albumTitle: string
  albumArtistName: string | null
}

/** Tracks of one query: a few milliseconds. */
const PAGE = 1000

const selectBehind = prepared<{ id: string; missing: string; limit: number }, SongNames>((db, slot) =>
  db
    .selectFrom('tracks')
    .innerJoin('albums', 'albums.id', 'tracks.albumId')
    .select([
      'tracks.id',
      'tracks.title',
      'tracks.fileName',
      'tracks.artistName',
      'tracks.tagArtist',
      'albums.title as albumTitle',
      'albums.artistName as albumArtistName',
    ])
    .where('tracks.id', '>', slot('id'))
    .where('tracks.fileName', 'is not', null)
    .where('tracks.title', 'not like', slot('missing'))
    .orderBy('tracks.id')
    .limit(slot('limit')),
)

/** The names of all playable tracks, oldest first, page by page; other work runs between the pages. */
export async function* allSongs(db: Executor): AsyncGenerator<readonly SongNames[]> {
  let id = ''
  for (;;) {
    const rows = await selectBehind(db, { id, missing: `%${MISSING_MARK}%`, limit: PAGE })
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows
    if (rows.length < PAGE) return
    id = last.id
    await yieldToEventLoop()
  }
}
