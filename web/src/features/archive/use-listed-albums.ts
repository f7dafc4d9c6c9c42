import type { Album } from '@tonarchiv/contract/archive'
import { useMemo, useState } from 'react'
import { isNamed } from './album-address.ts'
import { useAlbum, useAlbums, type Scope } from './api.ts'
import type { AlbumFilters } from './filters.ts'

/**
 * The albums of a selection. The one that a link opens may lie many pages down: it is read by itself then
 * and stands in front until the selection changes. `openWord` is what the address calls it.
 */
export function useListedAlbums(filters: AlbumFilters, scope: Scope, openWord: string | undefined) {
  const list = useAlbums(filters, scope)
  const listed = list.data?.albums
  const [front, setFront] = useState<{ album: Album; filters: AlbumFilters }>()
  const isListed = (word: string) => listed?.some((album) => isNamed(album, word)) === true
  const isFarAway = scope === 'whole' && openWord !== undefined && listed !== undefined && !isListed(openWord)
  const linked = useAlbum(isFarAway ? openWord : undefined).data

  if (isFarAway && linked && linked.albumId !== front?.album.albumId) setFront({ album: linked, filters })
  if (front && front.filters !== filters) setFront(undefined)

  const albums = useMemo(() => {
    if (!front || !listed) return listed
    return [front.album, ...listed.filter(({ albumId }) => albumId !== front.album.albumId)]
  }, [front, listed])

  const open = openWord === undefined ? undefined : albums?.find((album) => isNamed(album, openWord))
  // Named one by one: the page is drawn again when one of these changes, and not with every step of a call.
  const { data, error, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list
  const state = { data, error, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage }
  return { ...state, albums, openTitle: open?.albumTitel ?? openWord }
}
