import type { ChatMessage } from '@tonarchiv/contract/chat'
import { timeOf } from './days.ts'

/** Maximum length of an excerpt in characters. */
const EXCERPT_LENGTH = 60

/** The beginning of a message, or its time if it has no text: part of the accessible names of its buttons. */
export function messageExcerpt({ content, createdAt }: Pick<ChatMessage, 'content' | 'createdAt'>): string {
  return excerptOf(content) || timeOf(createdAt)
}

/** The beginning of a text on one line. Grapheme clusters are never split. */
export function excerptOf(text: string): string {
  const connection = text.replaceAll(/\s+/g, ' ').trim()
  const characters = [...new Intl.Segmenter('de').segment(connection)].map(({ segment }) => segment)
  return characters.length <= EXCERPT_LENGTH
    ? connection
    : `${characters.slice(0, EXCERPT_LENGTH - 1).join('')}…`
}
