import { ALBUM_PAGE_SIZE, type Album } from '@tonarchiv/contract/catalog'
import { useCallback, useMemo, useState } from 'react'
import { ApiError } from '#client/api-error.ts'
import { isNamed } from '../albums/album-url.ts'
import { useAlbum, useAlbumOffset, useAlbums, type Scope } from '../albums/api.ts'
import type { AlbumFilters } from '../albums/filters.ts'

interface Start {
  filters: AlbumFilters
  /** The offset from which the list is loaded; a multiple of the page size. */
  offset: number
}

const pageOf = (offset: number) => offset - (offset % ALBUM_PAGE_SIZE)

/**
 * The albums that match the filters. Usually the list begins at the first album. If a link opens an album, it begins at
 * the offset of that album. An album that the filters exclude is listed first, until the filters change.
 * @param openWord - the id or title of the open album in the URL
 * @param arrivalOffset - the offset of the list before the page was reloaded
 */
export function useListedAlbums(
  filters: AlbumFilters,
  scope: Scope,
  openWord: string | undefined,
  arrivalOffset: number | undefined,
) {
  const [start, setStart] = useState<Start | undefined>(
    arrivalOffset === undefined ? undefined : { filters, offset: pageOf(arrivalOffset) },
  )
  const offset = start?.filters === filters ? start.offset : 0
  const list = useAlbums(filters, scope, offset)
  const listed = list.data?.albums
  const [front, setFront] = useState<{ album: Album; filters: AlbumFilters }>()
  const isListed = (word: string) => listed?.some((album) => isNamed(album, word)) === true
  const isFarAway = scope === 'whole' && openWord !== undefined && !isListed(openWord)
  const isSearch = filters.search !== ''
  const away = useAlbumOffset(isFarAway && !isSearch ? openWord : undefined, filters).data
  const isElsewhere = isFarAway && listed !== undefined && (isSearch || away === null)
  // The URL names the album by a former title, so that the title in the list is another one.
  const isFormerTitle =
    isFarAway &&
    listed !== undefined &&
    !list.isPlaceholderData &&
    typeof away === 'number' &&
    pageOf(away) === offset
  const single = useAlbum(isElsewhere || isFormerTitle ? openWord : undefined)
  const openId = single.data?.albumId
  const isMissing = isElsewhere && single.error instanceof ApiError && single.error.status === 404

  if (isFarAway && typeof away === 'number' && !list.isFetching && pageOf(away) !== offset)
    setStart({ filters, offset: pageOf(away) })
  if (isElsewhere && single.data && single.data.albumId !== front?.album.albumId)
    setFront({ album: single.data, filters })
  if (front && front.filters !== filters) setFront(undefined)

  const albums = useMemo(() => {
    if (!front || !listed) return listed
    return [front.album, ...listed.filter(({ albumId }) => albumId !== front.album.albumId)]
  }, [front, listed])
  const jump = useCallback((to: number) => setStart({ filters, offset: pageOf(to) }), [filters])

  const open =
    openWord === undefined
      ? undefined
      : albums?.find((album) => isNamed(album, openWord) || album.albumId === openId)
  // The fields are destructured, because the query tracks which fields are read: the page renders only when one of
  // these changes.
  const { data, error, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list
  const { fetchPreviousPage, isFetchPreviousPageError } = list
  const state = { data, error, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage }
  return {
    ...state,
    fetchPreviousPage,
    isFetchPreviousPageError,
    albums,
    openTitle: open?.albumTitel ?? openWord,
    isMissing,
    jump,
  }
}
