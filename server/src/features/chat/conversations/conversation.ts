import { ROOM_ID } from '@tonarchiv/contract/chat'

/** A conversation and the accounts that take part in it. */
export interface Conversation {
  id: string
  /** Undefined for the room, in which all members take part. */
  memberIds?: readonly string[]
  /** Those who were in a listening room and left: they may read. Undefined for other conversations. */
  formerIds?: readonly string[]
}

/** A conversation of certain members: of two, or of those in a listening room. */
export interface PrivateConversation extends Conversation {
  memberIds: readonly string[]
}

/** A conversation of two members. */
interface DirectConversation extends PrivateConversation {
  formerIds?: never
}

/** The room of all members. */
export const ROOM: Conversation = { id: ROOM_ID }

export function isPrivate(conversation: Conversation): conversation is PrivateConversation {
  return conversation.memberIds !== undefined
}

/** Whether `conversation` is one of two members. */
export function isDirect(conversation: Conversation): conversation is DirectConversation {
  return isPrivate(conversation) && conversation.formerIds === undefined
}

/** Whether an account takes part in a conversation: receives its messages and may write. */
export function takesPart({ memberIds }: Conversation, userId: string): boolean {
  return memberIds === undefined || memberIds.includes(userId)
}

/** Whether an account takes part in a conversation, or did so in a listening room. */
export function mayRead(conversation: Conversation, userId: string): boolean {
  return takesPart(conversation, userId) || conversation.formerIds?.includes(userId) === true
}
