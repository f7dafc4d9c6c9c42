import type { ChatMessage } from '@tonarchiv/contract/chat'
import { EDIT_MINUTES } from '@tonarchiv/contract/chat-changes'

/** Whether the server has written a message. */
export function isBySystem({ messageType }: Pick<ChatMessage, 'messageType'>): boolean {
  return messageType === 'system'
}

/** Whether the member with the id `ownId` has written a message. */
export function isOwnMessage(message: Pick<ChatMessage, 'userId' | 'messageType'>, ownId: string): boolean {
  return message.userId === ownId && !isBySystem(message)
}

/** Whether the member with the id `ownId` can edit a message at `now`, in milliseconds since 1970. */
export function isEditable(
  message: Pick<ChatMessage, 'userId' | 'messageType' | 'createdAt'>,
  ownId: string,
  now: number,
): boolean {
  return isOwnMessage(message, ownId) && now - Date.parse(message.createdAt) < EDIT_MINUTES * 60_000
}
