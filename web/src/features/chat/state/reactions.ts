import type { ChatMessage, Reaction } from '@tonarchiv/contract/chat'
import type { PayloadOf } from '@tonarchiv/contract/chat-changes'

/**
 * Returns the reactions of a message after a change of one of them. In this tab, `userIds` of a reaction of the member
 * always contains `ownId`, even if the ids that the server sends do not.
 */
export function withReaction(
  reactions: readonly Reaction[],
  { emoji, count, userIds, since, userId, added }: PayloadOf<'reaction'>,
  ownId: string,
): Reaction[] {
  const others = reactions.filter((each) => each.emoji !== emoji)
  if (count === 0) return others
  const wasOwn = reactions.some((each) => each.emoji === emoji && each.userIds.includes(ownId))
  const isOwn = userId === ownId ? added : wasOwn
  const named = isOwn && !userIds.includes(ownId) ? [...userIds, ownId] : userIds
  return [...others, { emoji, count, userIds: named, since }].sort((one, other) => one.since - other.since)
}

/** Returns the messages of a response, with `ownId` in the `userIds` of all reactions that are the member's own. */
export function withOwnReactions(
  messages: readonly ChatMessage[],
  { ownReactions }: { ownReactions: readonly { messageId: string; emoji: string }[] },
  ownId: string,
): readonly ChatMessage[] {
  if (ownReactions.length === 0) return messages
  const own = Map.groupBy(ownReactions, ({ messageId }) => messageId)
  return messages.map((message) => {
    const emojis = new Set(own.get(message.id)?.map(({ emoji }) => emoji))
    if (emojis.size === 0) return message
    const reactions = message.reactions.map((each) =>
      emojis.has(each.emoji) && !each.userIds.includes(ownId)
        ? { ...each, userIds: [...each.userIds, ownId] }
        : each,
    )
    return { ...message, reactions }
  })
}
