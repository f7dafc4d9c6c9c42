import {
  ALBUM_PAGE_SIZE,
  findAlbumOffset,
  getAlbum,
  listAlbumMarks,
  listAlbums,
  PREVIEW_ALBUMS,
  type Album,
  type AlbumPage,
  type AlbumTrack,
} from '@tonarchiv/contract/catalog'
import { getLinerNotes } from '@tonarchiv/contract/liner-notes'
import { addAlbum } from '@tonarchiv/contract/archive-editing'
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type InfiniteData,
} from '@tanstack/react-query'
import { call } from '#client/call.ts'
import type { UploadOptions } from '#client/uploads/upload.ts'
import { uploadFiles } from '#client/uploads/upload-files.ts'
import type { AlbumFilters } from './filters.ts'

/** Milliseconds for which loaded albums are fresh. See docs/product.md §22.2. */
const ALBUMS_FRESH = 5 * 60_000
/** A stale list is read again only if it has at most this many pages, because each page needs a request. */
const PAGES_READ_AGAIN = 20

/** The first element of all album query keys, by which all of these queries can be invalidated. */
export const ALBUMS = ['albums']

/** `preview`: what the server shows to accounts without an access key. See docs/product.md §4.3. */
export type Scope = 'whole' | 'preview'

/**
 * Reads the albums from the offset `start` on, in pages. Further pages can be loaded before and after the loaded ones.
 */
function albumsQuery(filters: AlbumFilters, scope: Scope, start: number) {
  const { search, year, type, sort } = filters
  const limit = scope === 'whole' ? ALBUM_PAGE_SIZE : PREVIEW_ALBUMS
  return infiniteQueryOptions({
    queryKey: [...ALBUMS, 'list', scope, filters, start],
    queryFn: ({ pageParam, signal }) =>
      call(
        listAlbums,
        { query: { limit, offset: pageParam, year, type, sort, ...(search !== '' && { search }) } },
        { signal },
      ),
    initialPageParam: start,
    getNextPageParam: (last: AlbumPage, _pages: AlbumPage[], offset: number) => {
      const next = offset + last.albums.length
      return scope === 'whole' && last.albums.length > 0 && next < last.total ? next : undefined
    },
    getPreviousPageParam: (_first: AlbumPage, _pages: AlbumPage[], offset: number) =>
      offset > 0 ? Math.max(0, offset - ALBUM_PAGE_SIZE) : undefined,
    staleTime: ALBUMS_FRESH,
    refetchOnMount: ({ state }) => (state.data?.pages.length ?? 0) <= PAGES_READ_AGAIN,
    placeholderData: keepPreviousData,
    select: joinPages,
  })
}

/**
 * Joins all pages to one list; `first` is the offset of its first album. An album that moved from one page to another
 * between two requests is listed once.
 */
function joinPages({ pages, pageParams }: InfiniteData<AlbumPage, number>) {
  const albums = new Map<string, Album>()
  for (const page of pages) for (const album of page.albums) albums.set(album.albumId, album)
  const newest = pages.at(-1)
  return {
    albums: [...albums.values()],
    first: pageParams[0] ?? 0,
    total: newest?.total ?? 0,
    counts: newest?.counts,
    years: newest?.years ?? [],
  }
}

/** The albums of the archive in pages, from the offset `start` on, which must be a multiple of the page size. */
export function useAlbums(filters: AlbumFilters, scope: Scope, start = 0) {
  return useInfiniteQuery(albumsQuery(filters, scope, start))
}

/** The offset of an album in the filtered list, without a search text; null when the filters exclude the album. */
export function useAlbumOffset(title: string | undefined, { year, type, sort }: AlbumFilters) {
  return useQuery({
    queryKey: [...ALBUMS, 'offset', title, year, type, sort],
    queryFn: async ({ signal }) => {
      const { offset } = await call(
        findAlbumOffset,
        { query: { album: title ?? '', year, type, sort } },
        { signal },
      )
      return offset
    },
    enabled: title !== undefined,
    staleTime: ALBUMS_FRESH,
  })
}

/** The offset of the first album for each letter or year; empty for other orders and during a search. */
export function useAlbumMarks({ search, year, type, sort }: AlbumFilters, isOpen: boolean) {
  const isSorted = sort === 'title' || sort === 'year'
  return useQuery({
    queryKey: [...ALBUMS, 'marks', year, type, sort],
    queryFn: async ({ signal }) => {
      const { marks } = await call(
        listAlbumMarks,
        { query: { sort: sort === 'year' ? 'year' : 'title', year, type } },
        { signal },
      )
      return marks
    },
    enabled: isOpen && isSorted && search === '',
    staleTime: ALBUMS_FRESH,
  })
}

/** Reads one album by its title or id; disabled if the argument is undefined. */
export function albumQuery(titleOrId: string | undefined) {
  return queryOptions({
    queryKey: [...ALBUMS, 'one', titleOrId],
    queryFn: async ({ signal }) => {
      const { album } = await call(getAlbum, { params: { albumTitel: titleOrId ?? '' } }, { signal })
      return album
    },
    enabled: titleOrId !== undefined,
    staleTime: ALBUMS_FRESH,
  })
}

/** Reads the liner notes of an album. */
export function linerNotesQuery(id: string) {
  return queryOptions({
    queryKey: [...ALBUMS, 'notes', id],
    queryFn: async ({ signal }) => {
      const { notes } = await call(getLinerNotes, { params: { id } }, { signal })
      return notes
    },
    staleTime: ALBUMS_FRESH,
  })
}

/** One album by its title or id; the query is disabled if the argument is undefined. */
export function useAlbum(title: string | undefined) {
  return useQuery(albumQuery(title))
}

/**
 * Finds the track with this id, or with a file that has or had this name, and its album; undefined when there is none.
 */
export async function albumOfFile(
  file: string,
  signal: AbortSignal,
): Promise<{ album: Album; track: AlbumTrack } | undefined> {
  const { albums, trackId } = await call(listAlbums, { query: { track: file } }, { signal })
  const [album] = albums
  const track = album?.tracks.find(({ id }) => id === trackId)
  return album && track && { album, track }
}

interface NewAlbum extends UploadOptions {
  form: FormData
}

/** Adds an album; then all albums are read again. */
export function useAddAlbum() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async ({ form, signal, onProgress }: NewAlbum) => {
      const { album } = await uploadFiles(addAlbum, { form }, { kind: 'track', signal, onProgress })
      return album
    },
    onSuccess: () => {
      // The new album shifts the offsets of all others, so that cached pages would overlap. Inactive queries are
      // therefore removed.
      cache.removeQueries({ queryKey: ALBUMS, type: 'inactive' })
      return cache.invalidateQueries({ queryKey: ALBUMS })
    },
  })
}
