import type { ChatChange } from '@tonarchiv/contract/chat'
import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'
import * as store from './store.ts'

/**
 * How changes of one kind are read from the log for those who have missed them. One whose message was forgotten
 * meanwhile is left out.
 */
export type ReadChanges = (
  db: Kysely<Schema>,
  changes: readonly store.ChangeRow[],
) => Promise<readonly ChatChange[]>

/** By the kind's name in the log. */
export type ChangeKinds = ReadonlyMap<string, ReadChanges>

/** A kind that only a newer version knows, which runs beside this one: its browsers may know it, too. */
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
