import { Album, type AlbumPage, listAlbums, type AlbumType } from '@tonarchiv/contract/catalog'
import { containsWords } from '@tonarchiv/contract/fold-text'
import type { QueryOf } from '@tonarchiv/contract/route'
import * as z from 'zod/mini'
import { readRecord, writeRecords } from '#client/copies/copy-database.ts'
import type { Collection } from '../copies/collection.ts'
import { ALBUMS_KEY } from '../copies/stored-pages.ts'

/** Maximum number of albums whose data is stored for the archive page, besides the copied albums. */
const REMEMBERED_MAX = 1000

const Remembered = z.object({ key: z.string(), albums: z.array(Album) })

type Query = Partial<QueryOf<typeof listAlbums>>

async function rememberedAlbums(): Promise<Album[]> {
  return Remembered.safeParse(await readRecord('answers', ALBUMS_KEY)).data?.albums ?? []
}

/**
 * Stores a page of the archive. Only pages in the default order, without filters, that continue the stored albums are
 * stored.
 */
export async function rememberAlbums(query: Query, { albums, total }: AlbumPage): Promise<void> {
  const { offset = 0, search, year, type, sort, track } = query
  const isWhole = [search, year, type, sort, track].every((filter) => filter === undefined)
  if (!isWhole) return
  const before = await rememberedAlbums()
  if (offset > before.length) return
  const page = new Set(albums.map(({ albumId }) => albumId))
  const others = before.filter(({ albumId }) => !page.has(albumId))
  const known = [...others.slice(0, offset), ...albums, ...others.slice(offset)]
  await writeRecords('answers', [
    { key: ALBUMS_KEY, albums: known.slice(0, Math.min(total, REMEMBERED_MAX)) },
  ])
}

/**
 * All albums whose data is stored in this browser, in the order of the archive. Copied albums that are not on a stored
 * page come last.
 */
export async function knownAlbums(collections: readonly Collection[]): Promise<Album[]> {
  const copied = new Map(
    collections.flatMap(({ read }) =>
      read?.content.kind === 'album' ? [[read.content.album.albumId, read.content.album] as const] : [],
    ),
  )
  const seen = (await rememberedAlbums()).map((album) => copied.get(album.albumId) ?? album)
  const ids = new Set(seen.map(({ albumId }) => albumId))
  return [...seen, ...[...copied.values()].filter(({ albumId }) => !ids.has(albumId))]
}

/** The answer to `listAlbums`: all stored albums that match the query, on one page. */
export function albumPage(known: readonly Album[], query: Query): AlbumPage {
  const found = sorted(
    known.filter((album) => matches(album, query)),
    query.sort,
  )
  const { offset = 0 } = query
  const trackId = query.track === undefined ? undefined : trackNamed(found[0], query.track)
  return {
    albums: found.slice(offset),
    ...(trackId !== undefined && { trackId }),
    total: found.length,
    counts: countsOf(known),
    years: [
      ...new Set(known.flatMap(({ releaseJahr }) => (releaseJahr === 'unknown' ? [] : releaseJahr))),
    ].toSorted((one, other) => other - one),
  }
}

function matches(album: Album, { search = '', year, type, track }: Query): boolean {
  const texts = [album.albumTitel, ...(album.artists ?? []).map(({ name }) => name)]
  const titles = album.tracks.map(({ title }) => title)
  return (
    (search.trim() === '' || containsWords([...texts, ...titles].join(' '), search)) &&
    (year === undefined || album.releaseJahr === year) &&
    (type === undefined || album.type === type) &&
    (track === undefined || trackNamed(album, track) !== undefined)
  )
}

function trackNamed(album: Album | undefined, name: string): string | undefined {
  return album?.tracks.find(({ id, file }) => id === name || file === name)?.id
}

function sorted(albums: readonly Album[], sort: Query['sort']): Album[] {
  const byTitle = (one: Album, other: Album) => one.albumTitel.localeCompare(other.albumTitel, 'de')
  const yearOf = ({ releaseJahr }: Album) => (releaseJahr === 'unknown' ? 0 : releaseJahr)
  if (sort === 'title') return albums.toSorted(byTitle)
  if (sort === 'year') return albums.toSorted((one, other) => yearOf(other) - yearOf(one))
  if (sort === 'newest') return albums.toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1))
  return [...albums]
}

function countsOf(albums: readonly Album[]): AlbumPage['counts'] {
  const count = (type: AlbumType) => albums.filter((album) => album.type === type).length
  return {
    album: count('album'),
    single: count('single'),
    ep: count('ep'),
    feature: count('feature'),
    unreleased: count('unreleased'),
    loosies: count('loosies'),
  }
}
