import type { ChatChange } from '@tonarchiv/contract/chat'
import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'
import * as store from './store.ts'

/**
 * Reads the data of changes of one kind, for clients that have missed them. A change is omitted when its message
 * row has been deleted.
 */
export type ReadChanges = (
  db: Kysely<Schema>,
  changes: readonly store.ChangeRow[],
) => Promise<readonly ChatChange[]>

/** The reader of each kind, by the kind's name in the log of changes. */
export type ChangeKinds = ReadonlyMap<string, ReadChanges>

/** Passes on changes of an unknown kind, which a process of a newer version wrote: newer browsers know the kind. */
const readOthers: ReadChanges = async (_db, changes) =>
  changes.map(({ revision, kind, messageId, payload }) => ({
    type: 'chatChange',
    kind,
    messageId,
    payload: payload === null ? null : JSON.parse(payload),
    revision,
  }))

/** The changes of a conversation, in their order and as they are sent to clients. */
export async function readChanges(
  db: Kysely<Schema>,
  kinds: ChangeKinds,
  range: store.ChangeRange,
): Promise<ChatChange[]> {
  const rows = await store.changesBetween(db, range)
  const read = [...Map.groupBy(rows, ({ kind }) => kind)].map(async ([kind, changes]) =>
    (kinds.get(kind) ?? readOthers)(db, changes),
  )
  return (await Promise.all(read)).flat().sort((one, other) => one.revision - other.revision)
}
