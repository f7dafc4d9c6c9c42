interface Seen {
  /** How far the list's scroller is scrolled, and how high it is, px. */
  scrollTop: number
  height: number
  /** Where the rows begin in it, and how high each is, px. */
  top: number
  rowHeight: number
  count: number
}

/** Rows above and below what is seen. */
const SPARE = 6

/** The rows of a long list that have to be in the document: from the first, up to before the last. */
export function visibleRange({ scrollTop, height, top, rowHeight, count }: Seen): {
  from: number
  to: number
} {
  const first = Math.floor((scrollTop - top) / rowHeight) - SPARE
  const last = Math.ceil((scrollTop + height - top) / rowHeight) + SPARE
  const from = Math.min(Math.max(0, first), count)
  return { from, to: Math.min(Math.max(from, last), count) }
}
