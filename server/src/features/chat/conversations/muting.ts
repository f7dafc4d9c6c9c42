import { conversationNotFound } from '@tonarchiv/contract/chat-refusals'
import type { Presence } from '#features/presence/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { findConversation } from './find-conversation.ts'
import * as store from './muting-store.ts'

interface Needs extends Pick<Services, 'db'> {
  presence: Presence
}

/**
 * Mutes a conversation for a member, or unmutes it.
 * @throws Refused `conversationNotFound`, also for the room of all members
 */
export async function muteConversation(
  needs: Needs,
  userId: string,
  { id, isMuted }: { id: string; isMuted: boolean },
): Promise<void> {
  const conversation = await findConversation(needs, userId, id)
  if (!(await store.setMuted(needs.db, { userId, conversationId: conversation.id, isMuted })))
    throw new Refused(conversationNotFound)
}

/**
 * Whether a member has muted a conversation.
 * @throws Refused `conversationNotFound`, also for the room of all members
 */
export async function isConversationMuted(needs: Needs, userId: string, id: string): Promise<boolean> {
  const conversation = await findConversation(needs, userId, id)
  const isMuted = await store.findMuted(needs.db, { userId, conversationId: conversation.id })
  if (isMuted === undefined) throw new Refused(conversationNotFound)
  return isMuted
}
