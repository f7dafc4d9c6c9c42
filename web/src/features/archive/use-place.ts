import type { Album } from '@tonarchiv/contract/archive'
import { useQueryClient } from '@tanstack/react-query'
import type { VirtualItem } from '@tanstack/react-virtual'
import { useCallback, useState } from 'react'
import { ALBUMS, type Scope } from './api.ts'
import type { AlbumFilters } from './filters.ts'

/** Where a visitor left the archive. */
export interface Place {
  /** px */
  scrollY: number
  /** Heights of the rows that were seen, so that the same album is at the same height again. */
  rows: VirtualItem[]
  /** The album that stood open. */
  open: Album | undefined
}

/**
 * The place at which this selection of the archive was left, and the way to note it. It is kept beside the
 * pages that were read and forgotten with them.
 */
export function usePlace(filters: AlbumFilters, scope: Scope) {
  const cache = useQueryClient()
  const [arrival] = useState(() => cache.getQueryData<Place>([...ALBUMS, 'place', scope, filters]))
  const leave = useCallback(
    (place: Place) => cache.setQueryData([...ALBUMS, 'place', scope, filters], place),
    [cache, scope, filters],
  )
  return { arrival, leave }
}
