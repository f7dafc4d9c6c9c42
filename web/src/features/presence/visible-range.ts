interface Seen {
  /** Scroll position and height of the list's scroller, px. */
  scrollTop: number
  height: number
  /** Offset of the first row in the scroller, and height of each row, px. */
  top: number
  rowHeight: number
  count: number
}

/** Additional rows above and below the visible ones. */
const SPARE = 6

/** The rows of a long list that must be mounted, as a half-open range. */
export function visibleRange({ scrollTop, height, top, rowHeight, count }: Seen): {
  from: number
  to: number
} {
  const first = Math.floor((scrollTop - top) / rowHeight) - SPARE
  const last = Math.ceil((scrollTop + height - top) / rowHeight) + SPARE
  const from = Math.min(Math.max(0, first), count)
  return { from, to: Math.min(Math.max(from, last), count) }
}
