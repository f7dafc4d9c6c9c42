interface Seen {
  /** Scroll position and height of the scroll container in pixels. */
  scrollTop: number
  height: number
  /** Offset of the first row in the scroll container and height of each row, in pixels. */
  top: number
  rowHeight: number
  count: number
}

/** How many additional rows are mounted above and below the visible ones. */
const SPARE = 6

/** The indexes of the rows that must be mounted: from `from` up to, but not including, `to`. */
export function visibleRange({ scrollTop, height, top, rowHeight, count }: Seen): {
  from: number
  to: number
} {
  const first = Math.floor((scrollTop - top) / rowHeight) - SPARE
  const last = Math.ceil((scrollTop + height - top) / rowHeight) + SPARE
  const from = Math.min(Math.max(0, first), count)
  return { from, to: Math.min(Math.max(from, last), count) }
}
