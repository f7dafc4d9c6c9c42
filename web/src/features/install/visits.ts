/** Milliseconds after the last start of the app from which another one is a new visit. */
const NEW_VISIT_AFTER = 30 * 60_000
/** Numbers that are stored do not grow beyond it. */
const MOST = 1000

interface Visits {
  count: number
  /** Start of the last one, milliseconds of the clock. */
  lastAt: number
}

/** The visits with one that starts now, from and as the text that the browser stores. */
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
