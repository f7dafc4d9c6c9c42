import { ROOM_ID } from '@tonarchiv/contract/chat'

/** A conversation and the accounts that take part in it. */
export interface Conversation {
  id: string
  /** Undefined for the room, in which all members take part. */
  memberIds?: readonly string[]
}

/** A conversation of certain members. */
export type PrivateConversation = Required<Conversation>

/** The room of all members. */
export const ROOM: Conversation = { id: ROOM_ID }

export function isPrivate(conversation: Conversation): conversation is PrivateConversation {
  return conversation.memberIds !== undefined
}

/** Whether an account takes part in a conversation. */
export function takesPart({ memberIds }: Conversation, userId: string): boolean {
  return memberIds === undefined || memberIds.includes(userId)
}
