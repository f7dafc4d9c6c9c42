import type { Album } from '@tonarchiv/contract/archive'
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { albumInAddress } from './album-address.ts'
import { filtersOf, withFilters, type AlbumFilters } from './filters.ts'

const REPLACE = { replace: true, preventScrollReset: true } as const

/** What the address says about the archive: its filters, and `?album=`, the word for the open album. */
export function useArchiveAddress() {
  const [address, setAddress] = useSearchParams()
  const { search, year, type } = filtersOf(address)
  // The same selection is the same object, whatever else changes in the address.
  const filters = useMemo<AlbumFilters>(() => ({ search, year, type }), [search, year, type])
  const openWord = address.get('album') ?? undefined

  const changeFilters = useCallback(
    (change: Partial<AlbumFilters>) => {
      setAddress((now) => {
        const next = withFilters(now, { ...filtersOf(now), ...change })
        next.delete('album')
        return next
      }, REPLACE)
    },
    [setAddress],
  )

  const openAlbum = useCallback(
    (album: Album | undefined) => {
      setAddress((now) => {
        const next = new URLSearchParams(now)
        if (album === undefined) next.delete('album')
        else next.set('album', albumInAddress(album))
        return next
      }, REPLACE)
    },
    [setAddress],
  )

  return { filters, openWord, changeFilters, openAlbum }
}
