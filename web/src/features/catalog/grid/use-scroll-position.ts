import type { Album } from '@tonarchiv/contract/catalog'
import { useQueryClient } from '@tanstack/react-query'
import type { VirtualItem } from '@tanstack/react-virtual'
import { useCallback, useState } from 'react'
import * as z from 'zod/mini'
import { getStored, setStored } from '#client/signed-in-storage.ts'
import { ALBUMS, type Scope } from '../albums/api.ts'
import type { AlbumFilters } from '../albums/filters.ts'

/** The position at which a visitor left the archive. */
export interface ScrollPosition {
  /** px */
  scrollY: number
  /** Heights of the measured rows, so that albums are at the same height after a return. */
  rows: VirtualItem[]
  /** Offset of the first visible album in the whole selection. */
  offset: number
  /** The album that was open; after a reload the URL contains it. */
  open: Album | undefined
}

/** Number of row heights that are stored for a reload. */
const ROWS_STORED = 200
const Row = z.object({
  key: z.string(),
  index: z.number(),
  start: z.number(),
  end: z.number(),
  size: z.number(),
  lane: z.number(),
})
const StoredPosition = z.object({
  name: z.string(),
  scrollY: z.number(),
  offset: z.number(),
  rows: z.array(Row),
})

/** The stored position, if the page was reloaded. For any other navigation the URL decides. */
function storedPosition(name: string): ScrollPosition | undefined {
  const [navigation] = performance.getEntriesByType('navigation')
  const isAgain =
    navigation instanceof PerformanceNavigationTiming &&
    (navigation.type === 'reload' || navigation.type === 'back_forward')
  const text = getStored('archivePlace')
  // Removed after reading; from then on the page keeps the position in memory.
  setStored('archivePlace', undefined)
  if (!isAgain || text === undefined) return undefined
  try {
    const { success, data } = StoredPosition.safeParse(JSON.parse(text))
    return success && data.name === name ? { ...data, open: undefined } : undefined
  } catch {
    return undefined
  }
}

/**
 * The position at which this selection was left, and a function that stores it. The position expires with the cached
 * pages. It is also stored for a reload.
 */
export function useScrollPosition(filters: AlbumFilters, scope: Scope) {
  const cache = useQueryClient()
  const name = JSON.stringify([scope, filters.search, filters.year, filters.type, filters.sort])
  const [arrival] = useState(
    () => cache.getQueryData<ScrollPosition>([...ALBUMS, 'place', scope, filters]) ?? storedPosition(name),
  )
  const leave = useCallback(
    (place: ScrollPosition) => {
      cache.setQueryData([...ALBUMS, 'place', scope, filters], place)
      const { scrollY, offset, rows } = place
      setStored('archivePlace', JSON.stringify({ name, scrollY, offset, rows: rows.slice(-ROWS_STORED) }))
    },
    [cache, scope, filters, name],
  )
  return { arrival, leave }
}
