import * as z from 'zod/mini'
import { conversationNotFound } from './chat-refusals.ts'
import { ChatMessage } from './chat.ts'
import { Person, userNotFound } from './presence.ts'
import { refusal } from './refusal.ts'
import { route } from './route.ts'
import { Id } from './text.ts'

/** Maximum number of conversations in the list; the newest ones. */
export const CONVERSATIONS_MAX = 200

/**
 * Whether the caller may write. `open`: both are friends. While a friend request between them is open, the caller may
 * write one message: `once` before it, `waiting` after it. `ended`: neither.
 */
export const Writing = z.enum(['open', 'once', 'waiting', 'ended'])
export type Writing = z.infer<typeof Writing>

/** A conversation of two members. See docs/product.md §12.13. */
export const DirectConversation = z.object({
  id: Id,
  /** The other member. */
  person: Person,
  writing: Writing,
  /** The open friend request between both; `isReceived`: the caller may accept it. */
  request: z.nullable(z.object({ id: Id, isReceived: z.boolean() })),
  /** The newest message; null when all messages were deleted. */
  lastMessage: z.nullable(ChatMessage),
  /** Messages of the other member after the caller's read mark, counted up to `UNREAD_COUNTED`. */
  unread: z.number(),
  /**
   * The last message that the other member has read. Null when the other member has read none, when one of the two has
   * switched read marks off, or when they are neither friends nor have an open friend request.
   */
  theirReadId: z.nullable(Id),
  /**
   * Whether the caller has muted the conversation. Its notices are then stored as read, and clients leave its unread
   * messages out of the total.
   */
  isMuted: z.boolean(),
})
export type DirectConversation = z.infer<typeof DirectConversation>

export const notFriends = refusal(
  403,
  'NOT_FRIENDS',
  'Schreiben könnt ihr euch, sobald ihr befreundet seid oder eine Anfrage offen ist.',
)

export const listConversations = route({
  method: 'GET',
  path: '/api/conversations',
  access: 'verified',
  summary: 'The caller’s conversations with messages, the one with the newest message first.',
  answer: z.object({ conversations: z.array(DirectConversation) }),
})

export const getConversation = route({
  method: 'GET',
  path: '/api/conversations/:id',
  access: 'verified',
  summary: 'A conversation of the caller.',
  params: z.object({ id: Id }),
  answer: z.object({ conversation: DirectConversation }),
  refusals: [conversationNotFound],
})

export const openConversation = route({
  method: 'POST',
  path: '/api/conversations',
  access: 'verified',
  summary:
    'The conversation with a friend, or with a member of an open friend request; made if there is none.',
  body: z.object({ userId: Id }),
  answer: z.object({ conversation: DirectConversation }),
  refusals: [userNotFound, notFriends],
})

export const getConversationMute = route({
  method: 'GET',
  path: '/api/conversations/:id/mute',
  access: 'verified',
  summary: 'Whether the caller has muted a conversation of two members or of a listening room.',
  params: z.object({ id: Id }),
  answer: z.object({ isMuted: z.boolean() }),
  refusals: [conversationNotFound],
})

export const muteConversation = route({
  method: 'PUT',
  path: '/api/conversations/:id/mute',
  access: 'verified',
  summary: 'Mutes a conversation for the caller, on all devices, or ends that.',
  params: z.object({ id: Id }),
  body: z.object({ isMuted: z.boolean() }),
  answer: z.object({ success: z.boolean() }),
  refusals: [conversationNotFound],
})

/** Sent over the socket: the recipient's conversations have changed; the client reads them again. */
export const ConversationsChanged = z.object({ type: z.literal('conversationsChanged') })

/** Sent over the socket: the other member of a conversation has read up to this message. */
export const TheirRead = z.object({ type: z.literal('theirRead'), conversationId: Id, lastReadId: Id })
