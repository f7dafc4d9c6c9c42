import {
  defaultRangeExtractor,
  measureElement,
  useWindowVirtualizer,
  windowScroll,
  type Virtualizer,
} from '@tanstack/react-virtual'
import { useCallback, useRef } from 'react'
import type { useGridMeasures } from './use-grid-measures.ts'
import type { ScrollPosition } from './use-scroll-position.ts'

/** How many rows are rendered beyond each edge of the window. */
export const ROWS_AHEAD = 3

export type GridMeasures = NonNullable<ReturnType<typeof useGridMeasures>['measured']>

interface WindowedRows {
  count: number
  rowKey: (index: number) => string
  measured: GridMeasures
  /** The index of the row with the focus, which stays rendered at any scroll position. */
  focusedRow: number | undefined
  arrival: ScrollPosition | undefined
}

/**
 * Determines which rows of the grid are near the visible part of the window, and provides functions that scroll to a
 * row.
 */
export function useWindowedRows({ count, rowKey, measured, focusedRow, arrival }: WindowedRows) {
  const { rowHeight, rowGap, top, covered, neededBelow } = measured
  // In a low window, an opened album's card scrolls below the filter bar, so that the head of its panel is visible.
  const hiddenOfRow = Math.max(0, covered + rowHeight + rowGap + neededBelow - window.innerHeight)
  const scrollToFn = useScrolling(arrival !== undefined)
  // The rule warns about the virtualizer's functions in memoized code. The only caller is not memoized.
  // oxlint-disable-next-line react/incompatible-library
  return useWindowVirtualizer<HTMLDivElement>({
    count,
    estimateSize: () => rowHeight,
    gap: rowGap,
    overscan: ROWS_AHEAD,
    useFlushSync: false,
    measureElement: measureWhenLaidOut,
    ...WINDOW,
    scrollToFn,
    scrollMargin: top,
    scrollPaddingStart: covered - hiddenOfRow,
    getItemKey: rowKey,
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range)
      if (focusedRow === undefined || focusedRow >= range.count || indexes.includes(focusedRow))
        return indexes
      return [...indexes, focusedRow].toSorted((a, b) => a - b)
    },
    directDomUpdates: true,
    directDomUpdatesMode: 'position',
    ...(arrival && { initialMeasurementsCache: arrival.rows, initialOffset: arrival.scrollY }),
  })
}

/**
 * The scroll position and the size of the window. The virtualizer gets both at the start, so that the first rows render
 * without forcing a layout.
 */
const WINDOW = {
  get initialRect() {
    return { width: window.innerWidth, height: window.innerHeight }
  },
  observeElementRect(_list: unknown, notify: (size: { width: number; height: number }) => void) {
    const look = () => notify(WINDOW.initialRect)
    window.addEventListener('resize', look, { passive: true })
    return () => window.removeEventListener('resize', look)
  },
}

/**
 * The virtualizer's scroll function, without the first call. The virtualizer scrolls once when it is mounted, which
 * only a restored list needs.
 */
function useScrolling(isRestored: boolean): typeof windowScroll {
  const hasBegun = useRef(isRestored)
  return useCallback((...to) => {
    if (hasBegun.current) windowScroll(...to)
    hasBegun.current = true
  }, [])
}

/**
 * The height of a new row is estimated until the observer has measured it. Measuring immediately would force a layout
 * for each row.
 */
function measureWhenLaidOut(
  row: HTMLDivElement,
  entry: ResizeObserverEntry | undefined,
  virtualizer: Virtualizer<Window, HTMLDivElement>,
): number {
  if (entry) return measureElement(row, entry, virtualizer)
  const index = virtualizer.indexFromElement(row)
  return virtualizer.measurementsCache[index]?.size ?? virtualizer.options.estimateSize(index)
}
