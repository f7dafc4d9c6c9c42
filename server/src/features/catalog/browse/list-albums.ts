import {
  type Album,
  type AlbumPage,
  type AlbumSort,
  type listAlbums,
  UNKNOWN,
} from '@tonarchiv/contract/catalog'
import { keyRequired, notFound } from '@tonarchiv/contract/refusal'
import type { QueryOf } from '@tonarchiv/contract/route'
import type { Database } from '#database/open.ts'
import { Refused } from '#platform/refused.ts'
import type { ArchiveMemory, Knowledge } from './archive-memory.ts'
import { type AlbumFilter, countFound, findAlbums, type PageRow } from '../store/find-albums.ts'
import { findAlbum, findAlbumOfFile } from '../store/one-album.ts'
import { isFoundIn, searchTextOf, wantedOf } from '../search/search-words.ts'
import { sortKeysOf } from '../store/sort-keys.ts'
import { titleKeyOf } from '../store/title-key.ts'
import { albumJson, albumsJson } from './to-wire.ts'
import { countIn } from '../store/totals.ts'

type PageQuery = QueryOf<typeof listAlbums>

/** Changes of the archive may come between two reads; after so many a page is given as it was found. */
const TRIES = 4

/** A page for members with a key, as JSON: the hottest answer of all is put together without being taken apart before. */
export async function albumPageJson(db: Database, memory: ArchiveMemory, query: PageQuery): Promise<Buffer> {
  for (let attempt = 1; ; attempt += 1) {
    const knowledge = memory.known()
    const { rows, total } = await readPage(db, knowledge, query)
    const isCurrent =
      rows[0] === undefined ? (await memory.fresh()) === knowledge : rows[0].version === knowledge.version
    if (isCurrent || attempt === TRIES) {
      return albumsJson('{"albums":[', rows, `],"total":${total},${knowledge.overviewJson}}`)
    }
    await memory.fresh()
  }
}

async function readPage(
  db: Database,
  knowledge: Knowledge,
  { limit, offset, sort, track, ...filter }: PageQuery,
): Promise<{ rows: PageRow[]; total: number }> {
  if (track !== undefined) {
    const album = await findAlbumOfFile(db, track)
    return album === undefined ? { rows: [], total: 0 } : { rows: [album], total: 1 }
  }
  const order = sort ?? 'place'
  const list = knowledge.list(JSON.stringify([order, filter.search, filter.year, filter.type]))
  const start = list.bookmarks.before(offset)
  const rows = await findAlbums(db, filter, order, start ?? { key: undefined, skip: offset }, limit)
  const isCurrent = rows[0]?.version === knowledge.version
  const [first, last] = [rows[0], rows.at(-1)]
  if (isCurrent && first !== undefined && last !== undefined) {
    list.bookmarks.put(offset, first.key)
    list.bookmarks.put(offset + rows.length - 1, last.key)
  }
  const total = list.total ?? (await totalOf(db, knowledge, filter, { offset, limit, found: rows.length }))
  if (isCurrent) list.total = total
  return { rows, total }
}

async function totalOf(
  db: Database,
  { totals }: Knowledge,
  filter: AlbumFilter,
  { offset, limit, found }: { offset: number; limit: number; found: number },
): Promise<number> {
  if (filter.search === undefined || wantedOf(filter.search).length === 0) return countIn(totals, filter)
  // A page that is not full is the last one.
  if (found > 0 && found < limit) return offset + found
  if (found === 0 && offset === 0) return 0
  return countFound(db, filter)
}

/** A page for members without a key: of the few albums that they may see. */
export async function previewPage(
  db: Database,
  memory: ArchiveMemory,
  { limit, offset, sort, track, ...filter }: PageQuery,
): Promise<AlbumPage> {
  const { albums, overview } = await (await memory.fresh()).preview()
  const ofFile = track === undefined ? undefined : await findAlbumOfFile(db, track)
  const found = albums
    .filter((album) => track === undefined || album.albumId === ofFile?.id)
    .filter((album) => isFound(album, filter))
  if (sort !== undefined) found.sort((a, b) => compareBytes(keyOf(a, sort), keyOf(b, sort)))
  // Ids are made in the order of time.
  if (sort === 'newest') found.reverse()
  return { albums: found.slice(offset, offset + limit), total: found.length, ...overview }
}

function isFound(album: Album, { search = '', year, type }: AlbumFilter): boolean {
  if ((type ?? album.type) !== album.type || (year ?? album.releaseJahr) !== album.releaseJahr) return false
  return isFoundIn(searchTextOf([album.albumTitel, ...album.tracks.map(({ title }) => title)]), search)
}

function keyOf({ albumId: id, albumTitel: title, releaseJahr }: Album, sort: AlbumSort): string {
  if (sort === 'newest') return id
  const keys = sortKeysOf({ id, title, releaseYear: releaseJahr === UNKNOWN ? null : releaseJahr })
  return sort === 'title' ? keys.sortTitle : keys.sortYear
}

function compareBytes(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other))
}

/** The answer with one album, as JSON, for members with a key. @throws Refused `notFound` */
export async function albumAnswer(db: Database, titleOrId: string): Promise<string> {
  const row = await findAlbum(db, titleOrId)
  if (row === undefined) throw new Refused(notFound)
  return `{"album":${albumJson(row)}}`
}

/** For members without a key. @throws Refused `keyRequired` for every title that they may not see, there or not */
export async function previewByTitle(memory: ArchiveMemory, titleOrId: string): Promise<Album> {
  const { albums } = await (await memory.fresh()).preview()
  const key = titleKeyOf(titleOrId)
  const album = albums.find(
    ({ albumTitel, albumId }) => titleKeyOf(albumTitel) === key || albumId === titleOrId,
  )
  if (album === undefined) throw new Refused(keyRequired)
  return album
}
