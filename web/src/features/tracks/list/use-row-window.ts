import { defaultRangeExtractor, useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useState, type RefObject } from 'react'
import { useIdleTurn } from '#ui/hooks/use-idle-turn.ts'

/**
 * How many rows beyond the visible ones are mounted when the browser is idle. They are not mounted earlier, so that the
 * list opens faster.
 */
const OVERSCAN = 6

interface RowWindowOptions {
  /** What scrolls the list; undefined: all rows stay in the document. */
  scroll: 'page' | 'list' | undefined
  count: number
  /** The height of each row in pixels. */
  rowHeight: number
  keyOf: (index: number) => string | number
  /** The indexes of rows that stay in the document at any scroll position. */
  kept: readonly number[]
  list: RefObject<HTMLElement | null>
  scroller: RefObject<HTMLElement | null>
}

interface RowWindow {
  /** The rows that are in the document, with their distance from the top of the list in pixels. */
  rows: { index: number; offset: number }[]
  /** The height of the whole list in pixels. */
  height: number
  scrollTo: (index: number) => void
}

/** Determines which rows of a long list are in the document: those near the visible part. */
export function useRowWindow({
  scroll,
  count,
  rowHeight,
  keyOf,
  kept,
  list,
  scroller,
}: RowWindowOptions): RowWindow {
  const top = useTopOf(list, scroll === 'page')
  const isIdle = useIdleTurn(scroll !== undefined)
  const options = {
    count,
    estimateSize: () => rowHeight,
    getItemKey: keyOf,
    overscan: isIdle ? OVERSCAN : 0,
    rangeExtractor: (range: Parameters<typeof defaultRangeExtractor>[0]) =>
      [...new Set([...defaultRangeExtractor(range), ...kept])]
        .filter((index) => index >= 0 && index < range.count)
        .toSorted((a, b) => a - b),
  }
  // The rule warns that the functions returned by these hooks must not be memoized. They are only called in this hook.
  // oxlint-disable-next-line react/incompatible-library
  const page = useWindowVirtualizer({ ...options, enabled: scroll === 'page', scrollMargin: top })
  // oxlint-disable-next-line react/incompatible-library
  const own = useVirtualizer({
    ...options,
    enabled: scroll === 'list',
    getScrollElement: () => scroller.current,
  })
  useLayoutEffect(() => {
    page.measure()
    own.measure()
  }, [page, own, rowHeight])

  if (scroll === undefined) {
    const rows = Array.from({ length: count }, (_, index) => ({ index, offset: index * rowHeight }))
    return { rows, height: count * rowHeight, scrollTo: () => undefined }
  }
  const virtualizer = scroll === 'page' ? page : own
  return {
    rows: virtualizer
      .getVirtualItems()
      .map(({ index, start }) => ({ index, offset: scroll === 'page' ? start - top : start })),
    height: virtualizer.getTotalSize(),
    scrollTo: (index) => virtualizer.scrollToIndex(index),
  }
}

/** The distance of the list from the top of the document in pixels. It is measured again when the layout changes. */
function useTopOf(list: RefObject<HTMLElement | null>, isEnabled: boolean): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const element = list.current
    if (!element || !isEnabled) return undefined
    const measure = () => setTop(Math.round(element.getBoundingClientRect().top + window.scrollY))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [list, isEnabled])
  return top
}
