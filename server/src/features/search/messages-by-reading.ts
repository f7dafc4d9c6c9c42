import type { Executor } from '#database/prepared.ts'
import { type MessageScope, scanMessages } from '#features/chat/index.ts'
import { spellingsOf, wordsIn } from './words.ts'

const READ_AT_ONCE = 500
/** Maximum number of messages that are read for one page. */
export const READ_MAX = 2000
/** Shorter texts match only at the beginning of a word, as in the index. */
const INSIDE_MIN_LENGTH = 3
/** Matches a text without letters that have other spellings, and without words that are too long for the index. */
const PLAIN = /^(?:[\n -/:-@[-`{-~]|[A-Za-z0-9]{1,40}(?![A-Za-z0-9]))*$/
const LETTER_AT_END = /[\p{L}\p{N}\p{M}]$/u

interface Wanted {
  /** The words of the search, each with its spellings; empty for all messages of the scope. */
  words: readonly (readonly string[])[]
  scope: MessageScope
  /** The page contains only messages that are older than this one; undefined for the first page. */
  before: string | undefined
  limit: number
}

/** Finds messages by reading those of a small scope, newest first. `next` is the last message that was read. */
export async function findByReading(
  db: Executor,
  { words, scope, before, limit }: Wanted,
): Promise<{ ids: string[]; next: string | undefined }> {
  const ids: string[] = []
  const count = words.length === 0 ? limit + 1 : READ_AT_ONCE
  let last = before
  for (let read = 0; read < READ_MAX; read += count) {
    const { messages, last: end, isEnd } = await scanMessages(db, scope, { before: last, limit: count })
    for (const { id, content } of messages) {
      if (ids.length === limit) return { ids, next: last }
      last = id
      if (containsWords(content, words)) ids.push(id)
    }
    if (isEnd) return { ids, next: undefined }
    last = end ?? last
  }
  return { ids, next: last }
}

/** Whether a text contains each of the words, as the search of the index would find it. */
export function containsWords(content: string, words: readonly (readonly string[])[]): boolean {
  if (words.length === 0) return true
  const text = spelledText(content)
  return words.every((ways) => ways.some((way) => containsWord(text, way)))
}

/**
 * The words of a text in all their spellings, as the index has them. Each word is spelled on its own, because the
 * whole text would have a spelling for each combination of the spellings of its words.
 */
function spelledText(content: string): string {
  return PLAIN.test(content) ? content.toLowerCase() : wordsIn(content).flatMap(spellingsOf).join('\n')
}

function containsWord(text: string, way: string): boolean {
  if (way.length >= INSIDE_MIN_LENGTH) return text.includes(way)
  for (let at = text.indexOf(way); at !== -1; at = text.indexOf(way, at + 1))
    if (!LETTER_AT_END.test(text.slice(Math.max(0, at - 2), at))) return true
  return false
}
