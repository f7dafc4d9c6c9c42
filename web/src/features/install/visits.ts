/** A start of the app counts as a new visit if the previous start was at least this many milliseconds ago. */
const NEW_VISIT_AFTER = 30 * 60_000
/** The number of visits is not counted beyond this. */
const MOST = 1000

interface Visits {
  count: number
  /** When the last visit has started, in milliseconds since 1970. */
  lastAt: number
}

/** Counts a start of the app at `now`. `stored` and the returned `text` have the format of the browser's storage. */
export function withVisit(stored: string | undefined, now: number): { text: string; count: number } {
  const { count, lastAt } = parse(stored)
  const isNew = count === 0 || now - lastAt >= NEW_VISIT_AFTER
  const after = isNew ? Math.min(count + 1, MOST) : count
  return { text: `${after} ${now}`, count: after }
}

function parse(stored: string | undefined): Visits {
  const [, count, lastAt] = /^(\d{1,4}) (\d{1,15})$/.exec(stored ?? '') ?? []
  return count === undefined ? { count: 0, lastAt: 0 } : { count: Number(count), lastAt: Number(lastAt) }
}
