import type { ChatMessage, Reaction } from '@tonarchiv/contract/chat'
import { withPin } from './changes.ts'

/** A change that is shown before the server has confirmed it. */
export type PendingChange = (
  | { kind: 'edit'; messageId: string; content: string; editedAt: string }
  | { kind: 'reaction'; messageId: string; emoji: string; isAdded: boolean }
  | { kind: 'pin'; messageId: string; message: ChatMessage; isPinned: boolean; at: string }
) & {
  /** Set by the answer: a log of this revision contains the change. */
  revision?: number
}

/** The messages with the changes that the member has made to them; the same list when there are none. */
export function withPending(
  messages: readonly ChatMessage[],
  pending: readonly PendingChange[],
  ownId: string,
): readonly ChatMessage[] {
  if (pending.length === 0) return messages
  const byId = Map.groupBy(pending, ({ messageId }) => messageId)
  if (!messages.some(({ id }) => byId.has(id))) return messages
  return messages.map((message) =>
    (byId.get(message.id) ?? []).reduce((shown, change) => changed(shown, change, ownId), message),
  )
}

/** The pinned messages with the changes of the member. */
export function pinsWithPending(
  pins: readonly ChatMessage[],
  pending: readonly PendingChange[],
  ownId: string,
): readonly ChatMessage[] {
  return pending.reduce(
    (shown, change) =>
      change.kind === 'pin' ? withPin(shown, changed(change.message, change, ownId)) : shown,
    withPending(pins, pending, ownId),
  )
}

function changed(message: ChatMessage, change: PendingChange, ownId: string): ChatMessage {
  switch (change.kind) {
    case 'edit':
      return { ...message, content: change.content, editedAt: change.editedAt }
    case 'reaction':
      return { ...message, reactions: withOwn(message.reactions, change, ownId) }
    default:
      return { ...message, pinnedAt: change.isPinned ? (message.pinnedAt ?? change.at) : null }
  }
}

function withOwn(
  reactions: readonly Reaction[],
  { emoji, isAdded }: { emoji: string; isAdded: boolean },
  ownId: string,
): Reaction[] {
  const present = reactions.find((each) => each.emoji === emoji)
  if ((present?.userIds.includes(ownId) ?? false) === isAdded) return [...reactions]
  if (present === undefined) return [...reactions, { emoji, count: 1, userIds: [ownId], since: Infinity }]
  const count = present.count + (isAdded ? 1 : -1)
  const others = present.userIds.filter((id) => id !== ownId)
  const userIds = isAdded ? [...others, ownId] : others
  return reactions.flatMap((each) =>
    each !== present ? [each] : count === 0 ? [] : [{ ...each, count, userIds }],
  )
}

/** The changes that a log of this revision does not contain yet. */
export function notInLog(
  pending: readonly PendingChange[],
  logRevision: number | undefined,
): readonly PendingChange[] {
  const isContained = ({ revision }: PendingChange) =>
    revision !== undefined && (logRevision === undefined || revision <= logRevision)
  return pending.some(isContained) ? pending.filter((change) => !isContained(change)) : pending
}
