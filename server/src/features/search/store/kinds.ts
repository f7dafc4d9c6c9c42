/** What can be found, as the index names it. The order gives each kind its range of ids and never changes. */
const KINDS = ['song', 'album', 'artist', 'playlist', 'video', 'message', 'lyrics'] as const
export type Kind = (typeof KINDS)[number]

/** Ids of each kind: more than there will ever be, and all of them are whole numbers in JavaScript. */
const SPAN = 2 ** 40
/** Kinds whose newest documents come first: their ids descend. */
const NEWEST_FIRST: ReadonlySet<Kind> = new Set(['message'])

export function isKind(text: string): text is Kind {
  return KINDS.some((kind) => kind === text)
}

/** The ids of a kind: from the first to before the second. */
export function rangeOf(kind: Kind): { from: number; to: number } {
  const from = (KINDS.indexOf(kind) + 1) * SPAN
  return { from, to: from + SPAN }
}

/** Hits of a kind are in the order of ids. */
export function isNewestFirst(kind: Kind): boolean {
  return NEWEST_FIRST.has(kind)
}
