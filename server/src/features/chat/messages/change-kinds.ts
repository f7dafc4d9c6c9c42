import type { ChatChange, ChatMessage, Reaction } from '@tonarchiv/contract/chat'
import type { PayloadKind, PayloadOf } from '@tonarchiv/contract/chat-changes'
import * as z from 'zod/mini'
import type { ChangeKinds, ReadChanges } from '../changes/change-kinds.ts'
import type { ChangeRow } from '../changes/store.ts'
import * as store from './store.ts'
import { toWire } from './to-wire.ts'

/** A change of the given kind, as it is sent. */
export function changeOf<K extends PayloadKind>(
  kind: K,
  { messageId, revision }: { messageId: string; revision: number },
  payload: PayloadOf<K>,
): ChatChange {
  return { type: 'chatChange', kind, messageId, payload, revision }
}

/**
 * Reads changes whose data is in their messages. Each change contains the current state of its message. If the message
 * was deleted in the meantime, a deletion takes the place of the change.
 */
function readWith(toChange: (message: ChatMessage, change: ChangeRow) => ChatChange): ReadChanges {
  return async (db, changes) => {
    const found = await store.findMessages(
      db,
      changes.map(({ messageId }) => messageId),
    )
    const byId = new Map(found.map((row) => [row.id, row]))
    return changes.flatMap((change) => {
      const { messageId: id, revision } = change
      const row = byId.get(id)
      if (row === undefined) return []
      return row.deletedAt === null
        ? toChange(toWire(row), change)
        : { type: 'chatMessageDeleted', id, revision }
    })
  }
}

const readMessages = readWith((message, { revision }) => ({ type: 'chatMessage', message, revision }))

const readDeletions: ReadChanges = async (_db, changes) =>
  changes.map(({ messageId: id, revision }) => ({ type: 'chatMessageDeleted', id, revision }))

const readEdits = readWith(({ content, mentions, editedAt }, change) =>
  editedAt === null
    ? withoutPayload('edit', change)
    : changeOf('edit', change, { content, mentions, editedAt }),
)

/** What the log stores of a reaction; `userId` is null when the account has been deleted. */
const StoredReaction = z.object({ emoji: z.string(), userId: z.nullable(z.string()), added: z.boolean() })
export type StoredReaction = z.infer<typeof StoredReaction>

const readReactions = readWith(({ reactions }, change) => {
  const { data } = StoredReaction.safeParse(change.payload === null ? null : JSON.parse(change.payload))
  return data === undefined
    ? withoutPayload('reaction', change)
    : changeOf('reaction', change, reactionPayload(data, reactions))
})

/** The payload of a change of a reaction. `reactions` are all reactions to the message after the change. */
export function reactionPayload(
  stored: StoredReaction,
  reactions: readonly Reaction[],
): PayloadOf<'reaction'> {
  const present = reactions.find(({ emoji }) => emoji === stored.emoji)
  return { count: 0, userIds: [], since: 0, ...present, ...stored }
}

const readPins = readWith((message, change) => changeOf('pin', change, { message }))

/** A change that cannot be read as one of its kind; clients then read the chat again. */
function withoutPayload(kind: PayloadKind, { messageId, revision }: ChangeRow): ChatChange {
  return { type: 'chatChange', kind, messageId, payload: null, revision }
}

/** Every kind of change in the chat. */
export const changeKinds: ChangeKinds = new Map([
  ['message', readMessages],
  ['deletion', readDeletions],
  ['edit', readEdits],
  ['reaction', readReactions],
  ['pin', readPins],
])
