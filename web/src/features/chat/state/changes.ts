import type { ChatChange, ChatMessage } from '@tonarchiv/contract/chat'
import { knownChange, quotedText, type KnownChange } from '@tonarchiv/contract/chat-changes'
import { withoutContent, withQuotes } from './quote.ts'
import { withReaction } from './reactions.ts'

/** The part of the chat that changes are applied to. */
export interface ChatContent {
  /** Ascending by id. */
  messages: readonly ChatMessage[]
  /** The last pinned one first; a message may be in both lists. */
  pins: readonly ChatMessage[]
  /** Deleted ids, so that a page that was requested earlier does not restore them. */
  deleted: ReadonlySet<string>
  /** The signed-in member. */
  ownId: string
}

type Reducers = {
  readonly [T in ChatChange['type']]: (
    content: ChatContent,
    change: Extract<ChatChange, { type: T }>,
  ) => ChatContent
}

/** Applies each kind of change. */
const reducers: Reducers = {
  chatMessage: (content, { message }) => ({ ...content, messages: merged(content, [message]) }),
  chatMessageDeleted: (content, { id }) => withDeleted(content, [id]),
  chatChange(content, change) {
    const known = knownChange(change)
    // A kind of change that this version does not know.
    if (known === undefined) return content
    const messages = withMessageChange(content.messages, known, content.ownId)
    const pins = withMessageChange(content.pins, known, content.ownId)
    if (known.kind !== 'pin') return { ...content, messages, pins }
    const loaded = messages.find(({ id }) => id === known.messageId)
    return { ...content, messages, pins: withPin(pins, loaded ?? known.payload.message) }
  },
}

/** The chat after a change. */
export function withApplied<T extends ChatChange['type']>(
  content: ChatContent,
  change: Extract<ChatChange, { type: T }>,
): ChatContent {
  return reducers[change.type](content, change)
}

/**
 * The messages of a list after a change of one message; the same list when it has neither the message nor replies to
 * it.
 */
export function withMessageChange(
  messages: readonly ChatMessage[],
  change: KnownChange,
  ownId: string,
): readonly ChatMessage[] {
  const { messageId } = change
  const index = messages.findIndex(({ id }) => id === messageId)
  const message = messages[index]
  const list = message === undefined ? messages : messages.with(index, changed(message, change, ownId))
  if (change.kind !== 'edit') return list
  const excerpt = quotedText(change.payload.content)
  return withQuotes(
    list,
    (id) => id === messageId,
    (quote) => ({ ...quote, excerpt }),
  )
}

function changed(message: ChatMessage, change: KnownChange, ownId: string): ChatMessage {
  switch (change.kind) {
    case 'edit':
      return { ...message, ...change.payload }
    case 'reaction':
      return { ...message, reactions: withReaction(message.reactions, change.payload, ownId) }
    default:
      return { ...message, pinnedAt: change.payload.message.pinnedAt }
  }
}

/** The pinned messages after `message` was pinned, unpinned or changed. */
export function withPin(pins: readonly ChatMessage[], message: ChatMessage): readonly ChatMessage[] {
  const others = pins.filter(({ id }) => id !== message.id)
  if (message.pinnedAt === null) return others
  return [...others, message].sort(
    (one, other) => (other.pinnedAt ?? '').localeCompare(one.pinnedAt ?? '') || (one.id < other.id ? 1 : -1),
  )
}

/** The chat without these messages. */
export function withDeleted(content: ChatContent, ids: readonly string[]): ChatContent {
  if (ids.length === 0) return content
  const deleted = new Set([...content.deleted, ...ids])
  const left = (messages: readonly ChatMessage[]) => withoutDeleted(messages, deleted)
  return { ...content, deleted, messages: left(content.messages), pins: left(content.pins) }
}

/** The messages that are not deleted, without the texts of deleted ones in their quotes. */
export function withoutDeleted(
  messages: readonly ChatMessage[],
  deleted: ReadonlySet<string>,
): readonly ChatMessage[] {
  if (deleted.size === 0) return messages
  const left = messages.some(({ id }) => deleted.has(id))
    ? messages.filter(({ id }) => !deleted.has(id))
    : messages
  return withQuotes(left, (id) => deleted.has(id), withoutContent)
}

/** Merges both lists: ordered by id, without duplicates and deleted messages. */
export function merged(
  { messages, deleted }: Pick<ChatContent, 'messages' | 'deleted'>,
  more: readonly ChatMessage[],
): readonly ChatMessage[] {
  const known = new Set(messages.map(({ id }) => id))
  const added = withoutDeleted(
    more.filter(({ id }) => !known.has(id)),
    deleted,
  )
  const [first] = added
  if (!first) return messages
  const last = messages.at(-1)
  if (last && first.id > last.id) return [...messages, ...added]
  return [...messages, ...added].sort((one, other) => (one.id < other.id ? -1 : 1))
}
