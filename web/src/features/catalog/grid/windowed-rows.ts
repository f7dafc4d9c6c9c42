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

/** Extra rows that are rendered beyond both edges of the window. */
export const ROWS_AHEAD = 3

export type GridMeasures = NonNullable<ReturnType<typeof useGridMeasures>['measured']>

interface WindowedRows {
  count: number
  rowKey: (index: number) => string
  measured: GridMeasures
  /** The row with the focus. It stays rendered wherever the window is scrolled. */
  focusedRow: number | undefined
  arrival: ScrollPosition | undefined
}

/** Which rows of the grid are near the window, and functions that scroll to them. */
export function useWindowedRows({ count, rowKey, measured, focusedRow, arrival }: WindowedRows) {
  const { rowHeight, rowGap, top, covered, neededBelow } = measured
  // In a low window the cards scroll below the filter bar, so that the head of the open album is visible.
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
 * Scroll position and size of the window, given at the start, so that the first rows render at once without forcing a
 * layout.
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
 * The virtualizer's scroll function without its first call: the virtualizer scrolls once on mount, which only a
 * restored list needs.
 */
function useScrolling(isRestored: boolean): typeof windowScroll {
  const hasBegun = useRef(isRestored)
  return useCallback((...to) => {
    if (hasBegun.current) windowScroll(...to)
    hasBegun.current = true
  }, [])
}

/**
 * A new row has its estimated height until the observer has measured it: measuring at once would force a layout per
 * row.
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
