import type { ChatMessage, Quote } from '@tonarchiv/contract/chat'
import { quotedText } from '@tonarchiv/contract/chat-changes'

/** What a reply to this message shows of it. */
export function quoteOf(message: ChatMessage): Quote {
  const { id, userId, displayName, content, mediaType, thumbnailUrl, card } = message
  const excerpt = quotedText(content)
  return { id, userId, displayName, excerpt, mediaType, thumbnailUrl, ...(card && { card }) }
}

/** Replaces the quotes of the chosen messages in all replies. Quotes of deleted messages stay empty. */
export function withQuotes(
  messages: readonly ChatMessage[],
  isChosen: (id: string) => boolean,
  replace: (quote: Quote) => Quote,
): readonly ChatMessage[] {
  const isConcerned = ({ replyTo }: ChatMessage) =>
    replyTo !== null && replyTo.excerpt !== null && isChosen(replyTo.id)
  if (!messages.some(isConcerned)) return messages
  return messages.map((message) =>
    message.replyTo !== null && isConcerned(message)
      ? { ...message, replyTo: replace(message.replyTo) }
      : message,
  )
}

/** The quote of a message that was deleted. */
export function withoutContent({ id }: Quote): Quote {
  return { id, userId: null, displayName: '', excerpt: null, mediaType: null, thumbnailUrl: null }
}
