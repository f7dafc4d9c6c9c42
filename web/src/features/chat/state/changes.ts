import type { ChatChange, ChatMessage } from '@tonarchiv/contract/chat'

/** What changes of the chat act on. */
export interface ChatContent {
  /** Ascending by id. */
  messages: readonly ChatMessage[]
  /** Ids that were deleted, so that a page that was read before does not bring them back. */
  deleted: ReadonlySet<string>
}

type Reducers = {
  readonly [T in ChatChange['type']]: (
    content: ChatContent,
    change: Extract<ChatChange, { type: T }>,
  ) => ChatContent
}

/** What each kind of change does. */
const reducers: Reducers = {
  chatMessage: (content, { message }) => ({ ...content, messages: merged(content, [message]) }),
  chatMessageDeleted: ({ messages, deleted }, { id }) => ({
    messages: messages.filter((message) => message.id !== id),
    deleted: new Set([...deleted, id]),
  }),
  // A kind that only a newer version knows.
  chatChange: (content) => content,
}

/** The chat after a change. */
export function withApplied<T extends ChatChange['type']>(
  content: ChatContent,
  change: Extract<ChatChange, { type: T }>,
): ChatContent {
  return reducers[change.type](content, change)
}

/** Both, each message once and none that was deleted, in the order of the ids. */
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
