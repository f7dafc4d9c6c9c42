import { type Alternatives, costOf, SLIP_COST } from './alternatives.ts'
import type { Match } from './store/matches.ts'

/** A document that contains every word of a search, or a similar one. */
export interface Scored {
  match: Match
  /** Lower is better. */
  score: number
  /**
   * For each word of the search the similar word in the document; undefined if the document contains the word itself.
   */
  instead: readonly (string | undefined)[]
}

/** Undefined for a document that lacks a word of the search, or has none of its words in the title. */
export type Score = (match: Match) => Scored | undefined

type Distance = NonNullable<ReturnType<Alternatives['get']>>

/** A word of the search that a word of the index may stand for. */
interface Meaning {
  /** The index of the word in the search. */
  index: number
  distance: Distance
  cost: number
}

const FURTHER_WORD_COST = 3
const FURTHER_WORDS_MAX = 99
/**
 * The cost of a document that has a word in its context only. It is higher than all differences between titles, but
 * lower than the cost of a slip.
 */
const CONTEXT_COST = 500

/**
 * Returns the function that scores documents for a search. It must be fast: it runs for hundreds of documents with many
 * words each.
 */
export function scoring(alternatives: readonly Alternatives[]): Score {
  const meanings = meaningsOf(alternatives)
  const best: (Meaning | undefined)[] = alternatives.map(() => undefined)
  return (match) => {
    best.fill(undefined)
    const { titleWords, isInTitle, isOutside } = readWords(match.words, meanings, best)
    let score = 0
    let slips = 0
    for (const one of best) {
      if (one === undefined) return undefined
      score = Math.max(score, one.cost - SLIP_COST * one.distance.slips)
      slips += one.distance.slips
    }
    if (!isInTitle) return undefined
    if (isOutside) score += CONTEXT_COST
    const further = Math.min(Math.abs(titleWords - alternatives.length), FURTHER_WORDS_MAX)
    if (slips > 0) score += SLIP_COST * slips + FURTHER_WORD_COST * further
    return { match, score, instead: best.map((one) => one?.distance.word) }
  }
}

/**
 * The meanings of words of the index, by the id of the word. Most words of documents have no meaning in this search.
 * `mayHave` rules out most of them without a look-up in the map, and it is small enough for the cache of the processor.
 */
interface Meanings {
  byId: ReadonlyMap<number, readonly Meaning[]>
  mayHave: Uint8Array
}

const TABLE_SIZE = 2048
const NONE: readonly Meaning[] = []

function meaningsOf(alternatives: readonly Alternatives[]): Meanings {
  const byId = new Map<number, Meaning[]>()
  const mayHave = new Uint8Array(TABLE_SIZE)
  for (const [index, words] of alternatives.entries())
    for (const [id, distance] of words) {
      const meaning = { index, distance, cost: costOf(distance) }
      const its = byId.get(id)
      if (its === undefined) byId.set(id, [meaning])
      else its.push(meaning)
      mayHave[id % TABLE_SIZE] = 1
    }
  return { byId, mayHave }
}

const ZERO = 48
const SPACE = 32
const BAR = 124

/**
 * Reads the ids of a document's words without building lists, and fills `best` with the best meaning for each word of
 * the search. `isOutside` is true when a word of the search is not in the title.
 */
function readWords(words: string, { byId, mayHave }: Meanings, best: (Meaning | undefined)[]) {
  let id = 0
  let isTitle = true
  let titleWords = 0
  // One bit for each word of the search that is in the title.
  let inTitle = 0
  for (let at = 0; at <= words.length; at += 1) {
    const code = at === words.length ? SPACE : words.charCodeAt(at)
    if (code !== SPACE && code !== BAR) {
      id = id * 10 + code - ZERO
      continue
    }
    if (id > 0) {
      if (isTitle) titleWords += 1
      const its = mayHave[id % TABLE_SIZE] === 1 ? (byId.get(id) ?? NONE) : NONE
      for (const meaning of its) {
        if (isTitle) inTitle |= 1 << meaning.index
        const before = best[meaning.index]
        if (before === undefined || meaning.cost < before.cost) best[meaning.index] = meaning
      }
    }
    id = 0
    if (code === BAR) isTitle = false
  }
  return { titleWords, isInTitle: inTitle !== 0, isOutside: inTitle !== (1 << best.length) - 1 }
}
