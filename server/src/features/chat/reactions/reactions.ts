import { messageNotFound } from '@tonarchiv/contract/chat-refusals'
import { type ChatChange, type Reaction, REACTION_MEMBERS_NAMED } from '@tonarchiv/contract/chat'
import { notAnEmoji, REACTION_KINDS_MAX, tooManyKinds } from '@tonarchiv/contract/chat-changes'
import type { Person } from '@tonarchiv/contract/presence'
import type { Executor } from '#database/prepared.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import type { Feed } from '../changes/feed.ts'
import type { Write } from '../changes/group-commit.ts'
import type { Conversation } from '../conversations/conversation.ts'
import { checkMayReadMessage } from '../conversations/find-conversation.ts'
import { changeOf, reactionPayload, type StoredReaction } from '../messages/change-kinds.ts'
import { changeMessage } from '../messages/change-message.ts'
import { findMessage } from '../messages/store.ts'
import { reactionsIn } from '../messages/to-wire.ts'
import { emojiIn } from './emoji.ts'
import * as store from './store.ts'

/** A member's emoji on a message. */
export interface MemberReaction {
  id: string
  emoji: string
  userId: string
}

/**
 * Adds an emoji of a member to a message, or removes it. A second time changes nothing.
 * @returns the revision that contains the change
 * @throws Refused `notAnEmoji`, `messageNotFound`, `tooManyKinds`
 */
export async function setReaction(
  { db, feed, now, events }: Pick<Services, 'db' | 'now' | 'events'> & { feed: Feed },
  { emoji: given, ...member }: MemberReaction,
  added: boolean,
): Promise<number> {
  const emoji = emojiIn(given)
  if (emoji === undefined) throw new Refused(notAnEmoji)
  const reaction = { ...member, emoji }
  const { conversation, authorId, revision, change } = added
    ? await addReaction({ db, write: feed.write }, reaction, now())
    : await removeReaction({ db, write: feed.write }, reaction, { userId: member.userId })
  if (change !== undefined) {
    feed.publish(conversation, change)
    if (added && authorId !== null && authorId !== member.userId)
      events.emit('messageReacted', { messageId: member.id, authorId, userId: member.userId })
  }
  return revision
}

interface Changed {
  conversation: Conversation
  /** The author of the message; null when that account was deleted. */
  authorId: string | null
  revision: number
  /** Undefined when nothing has changed. */
  change: ChatChange | undefined
}

type Writing = Pick<Services, 'db'> & { write: Write }

async function addReaction(
  writing: Writing,
  { id, emoji, userId }: MemberReaction,
  time: Date,
): Promise<Changed> {
  const subject = { id, by: { userId } }
  return changeReactions(writing, subject, { emoji, userId, added: true }, async (trx, before, revision) =>
    withAdded(trx, before, { messageId: id, emoji, userId, revision, createdAt: time.toISOString() }),
  )
}

/** Removes a member's emoji from a message. `by` is the member, or the cleanup when the account was deleted. */
export async function removeReaction(
  writing: Writing,
  { id, emoji, userId }: MemberReaction,
  by: { userId: string } | 'cleanup',
): Promise<Changed> {
  const shownId = by === 'cleanup' ? null : by.userId
  return changeReactions(writing, { id, by }, { emoji, userId: shownId, added: false }, async (trx, before) =>
    withRemoved(trx, before, { messageId: id, emoji, userId }),
  )
}

async function changeReactions(
  writing: Writing,
  { id, by }: { id: string; by: { userId: string } | 'cleanup' },
  stored: StoredReaction,
  apply: (trx: Executor, before: readonly Reaction[], revision: number) => Promise<Reaction[] | undefined>,
): Promise<Changed> {
  const { conversation, row, revision, isChanged } = await changeMessage(
    writing,
    { id, kind: 'reaction', by },
    async (trx, { reactions }, at) => {
      const after = await apply(trx, reactionsIn(reactions), at.revision)
      if (after === undefined) return undefined
      const changed = { reactions: JSON.stringify(after) }
      await store.replaceReactions(trx, id, changed.reactions)
      return { payload: JSON.stringify(stored), changed }
    },
  )
  const payload = isChanged ? reactionPayload(stored, reactionsIn(row.reactions)) : undefined
  return {
    conversation,
    authorId: row.userId,
    revision,
    change: payload && changeOf('reaction', { messageId: id, revision }, payload),
  }
}

/** The reactions of a message after a member has added one; undefined when the member has added it before. */
async function withAdded(
  trx: Executor,
  before: readonly Reaction[],
  row: store.NewReaction,
): Promise<Reaction[] | undefined> {
  const { emoji, userId, revision } = row
  const present = before.find((reaction) => reaction.emoji === emoji)
  if (present === undefined && before.length >= REACTION_KINDS_MAX) throw new Refused(tooManyKinds)
  if (!(await store.insertReaction(trx, row))) return undefined
  if (present === undefined) {
    return [...before, { emoji, count: 1, userIds: [userId], since: revision }]
  }
  const userIds = [...present.userIds, userId].slice(0, REACTION_MEMBERS_NAMED)
  return before.map((each) => (each === present ? { ...present, count: present.count + 1, userIds } : each))
}

/** The reactions of a message after a member has removed one; undefined when the member had not added it. */
async function withRemoved(
  trx: Executor,
  before: readonly Reaction[],
  at: store.ReactionKey,
): Promise<Reaction[] | undefined> {
  if (!(await store.deleteReaction(trx, at))) return undefined
  const present = before.find(({ emoji }) => emoji === at.emoji)
  if (present === undefined) return undefined
  if (present.count <= 1) return before.filter((each) => each !== present)
  const userIds = present.userIds.includes(at.userId)
    ? await store.firstReactors(trx, at, REACTION_MEMBERS_NAMED)
    : present.userIds
  return before.map((each) => (each === present ? { ...present, count: present.count - 1, userIds } : each))
}

/**
 * The members who have put this emoji to a message, without those that the caller does not see.
 * @throws Refused `notAnEmoji`, and as `checkMayReadMessage`
 */
export async function listReactors(
  needs: Parameters<typeof checkMayReadMessage>[0],
  { id, emoji: given, userId }: MemberReaction,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ people: Person[]; hasMore: boolean }> {
  const emoji = emojiIn(given)
  if (emoji === undefined) throw new Refused(notAnEmoji)
  await checkMayReadMessage(needs, userId, id)
  const { db } = needs
  if ((await findMessage(db, id)) === undefined) throw new Refused(messageNotFound)
  const reaction = { messageId: id, emoji, viewerId: userId }
  const found = await store.listReactors(db, reaction, { limit: limit + 1, offset })
  return { people: found.slice(0, limit), hasMore: found.length > limit }
}
