/**
 * The kinds of documents in the index. Each kind has a range of ids, which follows from its position in this list. So
 * the order must never change.
 */
const KINDS = ['song', 'album', 'artist', 'playlist', 'video', 'message', 'lyrics'] as const
export type Kind = (typeof KINDS)[number]

/** Number of ids for each kind: more than are ever needed, and all ids stay below `Number.MAX_SAFE_INTEGER`. */
const SPAN = 2 ** 40
/** Kinds with descending ids, so that the newest documents come first. */
const NEWEST_FIRST: ReadonlySet<Kind> = new Set(['message'])

/** Kinds whose documents are also found by the beginning of their title. */
export const TITLED_KINDS = ['song', 'album', 'artist', 'playlist', 'video'] as const
export type TitledKind = (typeof TITLED_KINDS)[number]

export function isTitled(kind: Kind): boolean {
  return TITLED_KINDS.some((titled) => titled === kind)
}

export function isKind(text: string): text is Kind {
  return KINDS.some((kind) => kind === text)
}

/** A range of ids; `to` is not included. */
export interface Range {
  from: number
  to: number
}

/** The range of the ids of a kind. */
export function rangeOf(kind: Kind): Range {
  const from = (KINDS.indexOf(kind) + 1) * SPAN
  return { from, to: from + SPAN }
}

/** Whether the ids of a kind descend. Otherwise equal hits are sorted by id. */
export function isNewestFirst(kind: Kind): boolean {
  return NEWEST_FIRST.has(kind)
}

/** The kind of a document by its id; undefined for an id that `contextOf` returns. */
export function kindOf(id: number): Kind | undefined {
  return KINDS[Math.floor(id / SPAN) - 1]
}

/** Added to the id of a document in the postings of a word that is in the document's context only. */
const CONTEXT = 2 ** 44

export function contextOf(id: number): number {
  return id + CONTEXT
}

/** The id of a document. `id` is that id itself or a result of `contextOf`. */
export function documentOf(id: number): number {
  return id < CONTEXT ? id : id - CONTEXT
}

/** The range of the ids that `contextOf` returns for documents of a kind. */
export function contextRangeOf(kind: Kind): Range {
  const { from, to } = rangeOf(kind)
  return { from: contextOf(from), to: contextOf(to) }
}

/**
 * Whether documents of a kind have a context: words of the artists and the album. These words find a document only if a
 * word of its title matches, too.
 */
export function hasContext(kind: Kind): boolean {
  return kind === 'song' || kind === 'album'
}
