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
  /** The row with the focus stays rendered wherever the window is. */
  focusedRow: number | undefined
  arrival: ScrollPosition | undefined
}

/** Which rows of the grid are near the window, and functions that scroll to them. */
export function useWindowedRows({ count, rowKey, measured, focusedRow, arrival }: WindowedRows) {
  const { rowHeight, rowGap, top, covered, neededBelow } = measured
  // In a low window the cards scroll below the filter bar, so that the head of the open album is visible.
  const hiddenOfRow = Math.max(0, covered + rowHeight + rowGap + neededBelow - window.innerHeight)
  const scrollToFn = useScrolling(arrival !== undefined)
  // What it returns is not memoized by its only caller, which is what the rule is about.
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
 * The scroll position and size of the window are known at the start: the first rows render at once without forcing a
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
 * The virtualizer's scroll function. The virtualizer scrolls once when it mounts; only a restored list needs that.
 */
function useScrolling(isRestored: boolean): typeof windowScroll {
  const hasBegun = useRef(isRestored)
  return useCallback((...to) => {
    if (hasBegun.current) windowScroll(...to)
    hasBegun.current = true
  }, [])
}

/** A new row has its estimated height first: measuring at once would force a layout for each row. */
function measureWhenLaidOut(
  row: HTMLDivElement,
  entry: ResizeObserverEntry | undefined,
  virtualizer: Virtualizer<Window, HTMLDivElement>,
): number {
  if (entry) return measureElement(row, entry, virtualizer)
  const index = virtualizer.indexFromElement(row)
  return virtualizer.measurementsCache[index]?.size ?? virtualizer.options.estimateSize(index)
}
