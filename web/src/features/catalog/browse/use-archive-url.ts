import type { Album } from '@tonarchiv/contract/catalog'
import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useUrlQuery } from '#ui/hooks/use-url-query.ts'
import { albumFromUrl } from '../albums/album-url.ts'
import { filtersOf, withFilters, type AlbumFilters } from '../albums/filters.ts'

/** The history state of an entry that has opened an album. Going back from that entry closes the album. */
const OPENED = 'album'

const REPLACE = { replace: true, preventScrollReset: true } as const

/**
 * The filters and the open album (`?album=`) of the archive, as the URL contains them, and functions that change them.
 */
export function useArchiveUrl() {
  const [address, changeUrl] = useUrlQuery()
  const location = useLocation()
  const navigate = useNavigate()
  const { search, year, type, sort } = filtersOf(address)
  // Memoised, so that the object stays the same when other parameters of the URL change.
  const filters = useMemo<AlbumFilters>(() => ({ search, year, type, sort }), [search, year, type, sort])
  const openWord = address.get('album') ?? undefined

  const changeFilters = useCallback(
    (change: Partial<AlbumFilters>) => {
      changeUrl((now) => {
        const next = withFilters(now, { ...filtersOf(now), ...change })
        next.delete('album')
        return next
      }, REPLACE)
    },
    [changeUrl],
  )

  const isPushed = location.state === OPENED
  const openAlbum = useCallback(
    (album: Album | undefined, { isLink = false }: { isLink?: boolean } = {}) => {
      // Goes back instead of changing the URL: the entry of the history that has opened the album is left.
      if (album === undefined && isPushed) return void navigate(-1)
      const isFirst = openWord === undefined && !isLink
      changeUrl(
        (now) => {
          if (album === undefined) now.delete('album')
          else now.set('album', albumFromUrl(album))
          return now
        },
        isFirst
          ? { preventScrollReset: true, state: OPENED }
          : { ...REPLACE, state: isPushed ? OPENED : undefined },
      )
      return undefined
    },
    [changeUrl, navigate, isPushed, openWord],
  )

  /** The path that opens the album of a track with the present filters, and highlights the track. */
  const trackPath = useCallback(
    (trackId: string) => {
      const next = new URLSearchParams(address)
      next.delete('album')
      next.set('track', trackId)
      return `/archive?${next}`
    },
    [address],
  )

  return { filters, openWord, changeFilters, openAlbum, trackPath }
}
