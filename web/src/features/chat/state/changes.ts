import type { ChatChange, ChatMessage } from '@tonarchiv/contract/chat'

/** The part of the chat that changes are applied to. */
export interface ChatContent {
  /** Ascending by id. */
  messages: readonly ChatMessage[]
  /** Deleted ids, so that a page that was requested earlier does not restore them. */
  deleted: ReadonlySet<string>
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
  chatMessageDeleted: ({ messages, deleted }, { id }) => ({
    messages: messages.filter((message) => message.id !== id),
    deleted: new Set([...deleted, id]),
  }),
  // A kind of change that this version does not know.
  chatChange: (content) => content,
}

/** The chat after a change. */
export function withApplied<T extends ChatChange['type']>(
  content: ChatContent,
  change: Extract<ChatChange, { type: T }>,
): ChatContent {
  return reducers[change.type](content, change)
}

/** Merges both lists: ordered by id, without duplicates and deleted messages. */
export function merged(
  { messages, deleted }: ChatContent,
  more: readonly ChatMessage[],
): readonly ChatMessage[] {
  const known = new Set(messages.map(({ id }) => id))
  const added = more.filter(({ id }) => !known.has(id) && !deleted.has(id))
  const [first] = added
  if (!first) return messages
  const last = messages.at(-1)
  if (last && first.id > last.id) return [...messages, ...added]
  return [...messages, ...added].sort((one, other) => (one.id < other.id ? -1 : 1))
}
