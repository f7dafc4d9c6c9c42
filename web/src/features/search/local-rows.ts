import { foldText } from '@tonarchiv/contract/fold-text'
import type { Row } from './results.ts'

/** A command of the app, which may open a page. */
export interface Command extends Row {
  /** Additional words by which the command is found. */
  words?: string
  /** Whether the command is listed before anything is typed. */
  isOffered?: boolean
}

/**
 * The commands that contain, for each typed word, a word which begins with it. If there are none, small typing errors
 * are tolerated, unless `isExact` is set.
 */
export function matchingCommands(commands: readonly Command[], text: string, isExact: boolean): Command[] {
  const wanted = wordsOf(text)
  if (wanted.length === 0) return []
  const literal = commands.filter((command) => matches(command, wanted, startsWith))
  if (literal.length > 0 || isExact) return literal
  return commands.filter((command) => matches(command, wanted, nearlyStartsWith))
}

/** The words of a text, folded: without case and accents. */
export function wordsOf(text: string): string[] {
  return foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

type Compare = (word: string, beginning: string) => boolean

function matches({ title, words = '' }: Command, wanted: readonly string[], compare: Compare): boolean {
  const own = wordsOf(`${title} ${words}`)
  return wanted.every((beginning) => own.some((word) => compare(word, beginning)))
}

const startsWith: Compare = (word, beginning) => word.startsWith(beginning)

/** In words of at least this many letters, one or two typing errors are tolerated. */
const ONE_SLIP = 4
const TWO_SLIPS = 8

const nearlyStartsWith: Compare = (word, beginning) => {
  const slips = beginning.length >= TWO_SLIPS ? 2 : beginning.length >= ONE_SLIP ? 1 : 0
  if (slips === 0) return startsWith(word, beginning)
  return slipsToBeginning(word, beginning, slips) <= slips
}

/**
 * How many letters must at least be inserted, deleted, replaced or swapped with their neighbour, so that `typed`
 * becomes the beginning of `word`. If there are more than `most`, the result is `most` + 1.
 */
function slipsToBeginning(word: string, typed: string, most: number): number {
  const target = word.slice(0, typed.length + most)
  let earlier: number[] = []
  let row = Array.from({ length: target.length + 1 }, (_, column) => column)
  for (let line = 1; line <= typed.length; line += 1) {
    const next = [line]
    for (let column = 1; column <= target.length; column += 1) {
      const isSame = typed[line - 1] === target[column - 1]
      const isSwapped =
        line > 1 &&
        column > 1 &&
        typed[line - 1] === target[column - 2] &&
        typed[line - 2] === target[column - 1]
      next.push(
        Math.min(
          (row[column] ?? most) + 1,
          (next[column - 1] ?? most) + 1,
          (row[column - 1] ?? most) + (isSame ? 0 : 1),
          isSwapped ? (earlier[column - 2] ?? most) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    earlier = row
    row = next
  }
  return Math.min(most + 1, ...row)
}
