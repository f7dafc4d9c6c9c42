import type { ChangeKinds, ReadChanges } from '../changes/change-kinds.ts'
import * as store from './store.ts'
import { toWire } from './to-wire.ts'

/** For a message that was deleted since, a deletion is sent instead of the message, so its text is not sent. */
const readMessages: ReadChanges = async (db, changes) => {
  const found = await store.findMessages(
    db,
    changes.map(({ messageId }) => messageId),
  )
  const byId = new Map(found.map((row) => [row.id, row]))
  return changes.flatMap(({ messageId: id, revision }) => {
    const row = byId.get(id)
    if (row === undefined) return []
    return row.deletedAt === null
      ? { type: 'chatMessage', message: toWire(row), revision }
      : { type: 'chatMessageDeleted', id, revision }
  })
}

const readDeletions: ReadChanges = async (_db, changes) =>
  changes.map(({ messageId: id, revision }) => ({ type: 'chatMessageDeleted', id, revision }))

/** Every kind of change in the chat. */
export const changeKinds: ChangeKinds = new Map([
  ['message', readMessages],
  ['deletion', readDeletions],
])
