import {
  conversationEnded,
  NEW_CONVERSATIONS_PER_DAY,
  tooManyConversations,
  waitForFriend,
} from '@tonarchiv/contract/chat-refusals'
import type { Writing } from '@tonarchiv/contract/conversations'
import { rateLimited } from '@tonarchiv/contract/refusal'
import { shownName } from '@tonarchiv/contract/presence'
import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'
import { areBlocked } from '#features/blocks/index.ts'
import { areFriends, requestBetween, type RequestRow } from '#features/friends/index.ts'
import { deletedPerson, type Presence } from '#features/presence/index.ts'
import { Refused } from '#platform/refused.ts'
import { consume } from '#rate-limits/persistent-rate-limits.ts'
import type { Services } from '#services.ts'
import * as changes from '../changes/store.ts'
import type { PrivateConversation } from '../conversations/conversation.ts'
import { otherOf, type WritingRules } from '../conversations/relation.ts'
import * as store from './direct-store.ts'

const DAY_SECONDS = 24 * 60 * 60

interface Relation {
  isFriend: boolean
  request: RequestRow | undefined
  /** When the member has last written in the conversation. */
  lastWrittenAt: string | undefined
}

/** Whether a member may write to the other one. While a friend request is open, each may write once. */
export function writingOf({ isFriend, request, lastWrittenAt }: Relation): Writing {
  if (isFriend) return 'open'
  if (request === undefined) return 'ended'
  return lastWrittenAt === undefined || lastWrittenAt < request.createdAt ? 'once' : 'waiting'
}

export function writingRules(
  services: Pick<Services, 'db' | 'now' | 'secret' | 'config'>,
  presence: Presence,
): WritingRules {
  async function writing(db: Kysely<Schema>, conversation: PrivateConversation, userId: string) {
    const otherId = otherOf(conversation, userId)
    if (otherId === undefined || (await areBlocked(db, userId, otherId))) return 'ended'
    if (await areFriends(db, userId, otherId)) return 'open'
    return writingOf({
      isFriend: false,
      request: await requestBetween(db, userId, otherId),
      lastWrittenAt: await store.lastWrittenAt(db, conversation.id, userId),
    })
  }

  return {
    begin: async ({ id }, by) => {
      if ((await changes.conversationState(services.db, id)).lastId !== '') return
      try {
        await consume(services, [
          { name: 'conversations', by, maxAttempts: NEW_CONVERSATIONS_PER_DAY, windowSeconds: DAY_SECONDS },
        ])
      } catch (error) {
        if (error instanceof Refused && error.refusal.code === rateLimited.code)
          throw new Refused(tooManyConversations)
        throw error
      }
    },
    check: async (trx, conversation, userId) => {
      const state = await writing(trx, conversation, userId)
      if (state === 'ended') throw new Refused(conversationEnded)
      if (state !== 'waiting') return
      const otherId = otherOf(conversation, userId) ?? ''
      const name = shownName(presence.personOf(otherId) ?? deletedPerson(otherId))
      throw new Refused(waitForFriend, { values: { name } })
    },
  }
}
