/** What can be found, as the index names it. The order gives each kind its range of ids and never changes. */
const KINDS = ['song', 'album', 'artist', 'playlist', 'video', 'message', 'lyrics'] as const
export type Kind = (typeof KINDS)[number]

/** Ids of each kind: more than there will ever be, and all of them are whole numbers in JavaScript. */
const SPAN = 2 ** 40
/** Kinds whose newest documents come first: their ids descend. */
const NEWEST_FIRST: ReadonlySet<Kind> = new Set(['message'])

/** Kinds that are found by the beginning of their title too. */
export const TITLED_KINDS = ['song', 'album', 'artist', 'playlist', 'video'] as const
export type TitledKind = (typeof TITLED_KINDS)[number]

export function isTitled(kind: Kind): boolean {
  return TITLED_KINDS.some((titled) => titled === kind)
}

export function isKind(text: string): text is Kind {
  return KINDS.some((kind) => kind === text)
}

/** Ids from the first to before the second. */
export interface Range {
  from: number
  to: number
}

/** The ids of a kind. */
export function rangeOf(kind: Kind): Range {
  const from = (KINDS.indexOf(kind) + 1) * SPAN
  return { from, to: from + SPAN }
}

/** Hits of a kind are in the order of ids. */
export function isNewestFirst(kind: Kind): boolean {
  return NEWEST_FIRST.has(kind)
}

/** The kind of a document by its id; undefined for one of `contextOf`. */
export function kindOf(id: number): Kind | undefined {
  return KINDS[Math.floor(id / SPAN) - 1]
}

/** Added to the id of a document where a word is only in its context. */
const CONTEXT = 2 ** 44

export function contextOf(id: number): number {
  return id + CONTEXT
}

/** The id of the document, wherever in it the word is. */
export function documentOf(id: number): number {
  return id < CONTEXT ? id : id - CONTEXT
}

/** The ids of `contextOf` the documents of a kind. */
export function contextRangeOf(kind: Kind): Range {
  const { from, to } = rangeOf(kind)
  return { from: contextOf(from), to: contextOf(to) }
}

/** Songs and albums are found with the words of their artists and albums too, but not by these alone. */
export function hasContext(kind: Kind): boolean {
  return kind === 'song' || kind === 'album'
}
