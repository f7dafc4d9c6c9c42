import type { ChatMessage } from '@tonarchiv/contract/chat'
import { timeOf } from './days.ts'

/** Maximum length of an excerpt in characters. */
const EXCERPT_LENGTH = 60

/** The beginning of a message, or its time if it has no text: part of the accessible names of its buttons. */
export function messageExcerpt({ content, createdAt }: Pick<ChatMessage, 'content' | 'createdAt'>): string {
  return excerptOf(content) || timeOf(createdAt)
}

const characters = new Intl.Segmenter('de')

/** The beginning of a text on one line. Grapheme clusters are never split. */
export function excerptOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  // A grapheme cluster has at least one code unit.
  if (line.length <= EXCERPT_LENGTH) return line
  let count = 0
  let end = 0
  for (const { index } of characters.segment(line)) {
    if (count === EXCERPT_LENGTH) return `${line.slice(0, end)}…`
    if (count === EXCERPT_LENGTH - 1) end = index
    count += 1
  }
  return line
}
