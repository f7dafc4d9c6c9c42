import type { ChatChange } from '@tonarchiv/contract/chat'
import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'
import * as store from './store.ts'

/**
 * Reads the data of changes of one kind, for clients that have missed them. A change whose message was
 * deleted from the database in the meantime is omitted.
 */
export type ReadChanges = (
  db: Kysely<Schema>,
  changes: readonly store.ChangeRow[],
) => Promise<readonly ChatChange[]>

/** By the kind's name in the log of changes. */
export type ChangeKinds = ReadonlyMap<string, ReadChanges>

/** A kind of a newer version that runs beside this one: its browsers may know it. */
const readOthers: ReadChanges = async (_db, changes) =>
  changes.map(({ revision, kind, messageId, payload }) => ({
    type: 'chatChange',
    kind,
    messageId,
    payload: payload === null ? null : JSON.parse(payload),
    revision,
  }))

/** Changes after `since` up to `until` as they are sent, in their order. */
export async function readChanges(
  db: Kysely<Schema>,
  kinds: ChangeKinds,
  { since, until }: { since: number; until: number },
): Promise<ChatChange[]> {
  const rows = await store.changesBetween(db, since, until)
  const read = [...Map.groupBy(rows, ({ kind }) => kind)].map(async ([kind, changes]) =>
    (kinds.get(kind) ?? readOthers)(db, changes),
  )
  return (await Promise.all(read)).flat().sort((one, other) => one.revision - other.revision)
}
