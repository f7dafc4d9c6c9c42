import type { ChatMessage } from '@tonarchiv/contract/chat'
import { UNREAD_COUNTED } from '@tonarchiv/contract/chat'
import type { DirectConversation } from '@tonarchiv/contract/conversations'
import { shownName } from '@tonarchiv/contract/presence'

type Conversations = readonly DirectConversation[]

/** Returns the conversations after a new message; undefined when the conversation of that message is not among them. */
export function withMessage(
  conversations: Conversations,
  {
    conversationId,
    message,
    ownId,
  }: { conversationId: string; message: ChatMessage; ownId: string | undefined },
): Conversations | undefined {
  const conversation = conversations.find(({ id }) => id === conversationId)
  if (conversation === undefined) return undefined
  if (conversation.lastMessage !== null && conversation.lastMessage.id >= message.id) return conversations
  const isOwn = message.userId === ownId
  const unread = isOwn ? conversation.unread : Math.min(conversation.unread + 1, UNREAD_COUNTED)
  const others = conversations.filter((each) => each !== conversation)
  return [{ ...conversation, lastMessage: message, unread }, ...others]
}

/** Returns the conversations after the other member of one of them has read its messages up to `lastReadId`. */
export function withTheirRead(
  conversations: Conversations,
  { conversationId, lastReadId }: { conversationId: string; lastReadId: string },
): Conversations {
  return conversations.map((each) =>
    each.id === conversationId && (each.theirReadId ?? '') < lastReadId
      ? { ...each, theirReadId: lastReadId }
      : each,
  )
}

/**
 * Divides the conversations into requests that wait for the member's answer, and all others. Conversations are left out
 * if neither the shown name nor the username of the other member contains `text`.
 */
export function sections(conversations: Conversations, text: string) {
  const wanted = text.trim().toLocaleLowerCase('de')
  const found = conversations.filter(({ person }) =>
    `${shownName(person)}\n${person.username}`.toLocaleLowerCase('de').includes(wanted),
  )
  const isRequest = ({ request }: DirectConversation) => request?.isReceived === true
  return { requests: found.filter(isRequest), others: found.filter((each) => !isRequest(each)) }
}

/** Number of unread messages in all conversations that are not muted. */
export function unreadIn(conversations: Conversations): number {
  return conversations.reduce((sum, { unread, isMuted }) => sum + (isMuted ? 0 : unread), 0)
}
