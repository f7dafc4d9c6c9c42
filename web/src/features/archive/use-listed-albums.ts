import type { Album } from '@tonarchiv/contract/archive'
import { useMemo, useState } from 'react'
import { useAlbum, useAlbums, type Scope } from './api.ts'
import type { AlbumFilters } from './filters.ts'

/**
 * The albums of a selection. The one that a link opens may lie many pages down: it is read by itself then
 * and stands in front until the selection changes.
 */
export function useListedAlbums(filters: AlbumFilters, scope: Scope, openTitle: string | undefined) {
  const list = useAlbums(filters, scope)
  const listed = list.data?.albums
  const [front, setFront] = useState<{ album: Album; filters: AlbumFilters }>()
  const isListed = (title: string) => listed?.some(({ albumTitel }) => albumTitel === title) === true
  const isFarAway =
    scope === 'whole' && openTitle !== undefined && listed !== undefined && !isListed(openTitle)
  const linked = useAlbum(isFarAway ? openTitle : undefined).data

  if (isFarAway && linked && linked.albumId !== front?.album.albumId) setFront({ album: linked, filters })
  if (front && front.filters !== filters) setFront(undefined)

  const albums = useMemo(() => {
    if (!front || !listed) return listed
    return [front.album, ...listed.filter(({ albumId }) => albumId !== front.album.albumId)]
  }, [front, listed])

  return { ...list, albums }
}
