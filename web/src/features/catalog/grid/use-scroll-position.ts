import type { Album } from '@tonarchiv/contract/catalog'
import { useQueryClient } from '@tanstack/react-query'
import type { VirtualItem } from '@tanstack/react-virtual'
import { useCallback, useState } from 'react'
import * as z from 'zod/mini'
import { getStored, setStored } from '#client/signed-in-storage.ts'
import { ALBUMS, type Scope } from '../albums/api.ts'
import type { AlbumFilters } from '../albums/filters.ts'

/** The state of the list when the visitor left the archive. */
export interface ScrollPosition {
  /** px */
  scrollY: number
  /** The heights of the measured rows, so that albums are at the same position after the visitor returns. */
  rows: VirtualItem[]
  /** The offset of the first visible album in the filtered list. */
  offset: number
  /** The album that was open. After a reload, the URL contains it. */
  open: Album | undefined
}

/** For a reload, the heights of at most this many rows are stored. */
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

/** The stored position if the page was reloaded. After any other navigation, the URL determines the position. */
function storedPosition(name: string): ScrollPosition | undefined {
  const [navigation] = performance.getEntriesByType('navigation')
  const isAgain =
    navigation instanceof PerformanceNavigationTiming &&
    (navigation.type === 'reload' || navigation.type === 'back_forward')
  const text = getStored('archivePlace')
  // The stored position is removed after it was read. From then on, the page holds the position in memory.
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
 * The scroll position at which the list with these filters was last left, and a function that stores the position. It
 * is valid as long as the pages of the list are cached. It is also stored for a reload.
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
