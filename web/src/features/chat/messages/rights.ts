import type { ChatMessage } from '@tonarchiv/contract/chat'
import { EDIT_MINUTES } from '@tonarchiv/contract/chat-changes'

/** Whether a member can edit a message at this time, milliseconds since 1970. */
export function isEditable(
  { userId, createdAt }: Pick<ChatMessage, 'userId' | 'createdAt'>,
  ownId: string,
  now: number,
): boolean {
  return userId === ownId && now - Date.parse(createdAt) < EDIT_MINUTES * 60_000
}
