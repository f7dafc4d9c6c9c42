import type { AlbumSort, listAlbums } from '@tonarchiv/contract/catalog'
import { keyRequired } from '@tonarchiv/contract/refusal'
import type { QueryOf } from '@tonarchiv/contract/route'
import type { Database } from '#database/open.ts'
import { Refused } from '#platform/refused.ts'
import { matchesTerms, searchTextOf } from '../search/search-words.ts'
import type { Album } from '../store/album-tracks.ts'
import type { AlbumFilter } from '../store/list/album-statements.ts'
import { findAlbumOfTrack } from '../store/one-album.ts'
import { sortKeysOf } from '../store/sort-keys.ts'
import { titleKeyOf } from '../store/title-key.ts'
import type { Overview } from '../store/totals.ts'
import type { ArchiveCache } from './archive-cache.ts'

type PageQuery = QueryOf<typeof listAlbums>

/** A page of the albums in the preview, for members without a key. */
export async function previewPage(
  db: Database,
  cache: ArchiveCache,
  { limit, offset, sort, track, ...filter }: PageQuery,
): Promise<{ albums: Album[]; total: number; overview: Overview }> {
  const { albums, overview } = await (await cache.fresh()).preview()
  const ofFile = track === undefined ? undefined : await findAlbumOfTrack(db, track)
  const found = albums
    .filter((album) => track === undefined || album.id === ofFile?.id)
    .filter((album) => isFound(album, filter))
  if (sort !== undefined) found.sort((a, b) => compareBytes(keyOf(a, sort), keyOf(b, sort)))
  // The key of `newest` is the id, and ids are ascending in the order of their creation.
  if (sort === 'newest') found.reverse()
  return { albums: found.slice(offset, offset + limit), total: found.length, overview }
}

function isFound(album: Album, { search = '', year, type }: AlbumFilter): boolean {
  if ((type ?? album.type) !== album.type || (year ?? album.releaseYear) !== album.releaseYear) return false
  return matchesTerms(searchTextOf([album.title, ...album.tracks.map(({ title }) => title)]), search)
}

function keyOf(album: Album, sort: AlbumSort): string {
  if (sort === 'newest') return album.id
  const keys = sortKeysOf(album)
  return sort === 'title' ? keys.sortTitle : keys.sortYear
}

function compareBytes(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other))
}

/**
 * An album of the preview by its title or id, for members without a key.
 * @throws Refused `keyRequired` for every title outside of the preview, whether it exists or not
 */
export async function previewByTitle(cache: ArchiveCache, titleOrId: string): Promise<Album> {
  const { albums } = await (await cache.fresh()).preview()
  const key = titleKeyOf(titleOrId)
  const album = albums.find(({ title, id }) => titleKeyOf(title) === key || id === titleOrId)
  if (album === undefined) throw new Refused(keyRequired)
  return album
}
