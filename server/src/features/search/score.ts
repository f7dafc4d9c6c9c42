import { type Alternatives, costOf, SLIP_COST } from './alternatives.ts'
import type { Match } from './store/matches.ts'

/** A document that contains every word of a search, or a similar one. */
export interface Scored {
  match: Match
  /** Lower is better. */
  score: number
  /** For each word of the search the similar one that was found instead. */
  instead: readonly (string | undefined)[]
}

type Distance = NonNullable<ReturnType<Alternatives['get']>>

const FURTHER_WORD_COST = 3
const FURTHER_WORDS_MAX = 99
/** A word that is only in the context counts more than any difference of titles but a slip. */
const CONTEXT_COST = 500

/** Undefined for a document that does not contain every word, or none in its title. */
export function scoreOf(match: Match, alternatives: readonly Alternatives[]): Scored | undefined {
  const best: (Distance | undefined)[] = alternatives.map(() => undefined)
  const inTitles = alternatives.map(() => false)
  const titleWords = eachId(match.words, (id, inTitle) => {
    // Without an iterator: this runs for every word of hundreds of documents.
    for (let index = 0; index < alternatives.length; index += 1) {
      const one = alternatives[index]?.get(id)
      if (one === undefined) continue
      inTitles[index] ||= inTitle
      const before = best[index]
      if (before === undefined || costOf(one) < costOf(before)) best[index] = one
    }
  })
  let score = 0
  let slips = 0
  for (const one of best) {
    if (one === undefined) return undefined
    score = Math.max(score, costOf({ ...one, slips: 0 }))
    slips += one.slips
  }
  if (!inTitles.includes(true)) return undefined
  if (inTitles.includes(false)) score += CONTEXT_COST
  const further = Math.min(Math.abs(titleWords - alternatives.length), FURTHER_WORDS_MAX)
  if (slips > 0) score += SLIP_COST * slips + FURTHER_WORD_COST * further
  return { match, score, instead: best.map((one) => one?.word) }
}

const ZERO = 48
const SPACE = 32
const BAR = 124

/** Reads the ids of a document without making lists of them. @returns the number of those of its title */
function eachId(words: string, act: (id: number, inTitle: boolean) => void): number {
  let id = 0
  let inTitle = true
  let titleWords = 0
  for (let index = 0; index <= words.length; index += 1) {
    const code = index === words.length ? SPACE : words.charCodeAt(index)
    if (code !== SPACE && code !== BAR) {
      id = id * 10 + code - ZERO
      continue
    }
    if (id > 0) act(id, inTitle)
    if (id > 0 && inTitle) titleWords += 1
    id = 0
    if (code === BAR) inTitle = false
  }
  return titleWords
}
