import type { ChatMessage } from '@tonarchiv/contract/chat'
import type { Executor } from '#database/prepared.ts'
import * as store from './store.ts'
import { toWire } from './to-wire.ts'

/** The texts of messages for the search index; deleted messages are omitted. */
export async function textsOfMessages(
  db: Executor,
  ids: readonly string[],
): Promise<Map<string, { title: string }>> {
  const rows = await store.contentsOf(db, ids)
  return new Map(rows.map(({ id, content }) => [id, { title: content }]))
}

/** Messages by id, for members; deleted ones are omitted. */
export async function messagesByIds(db: Executor, ids: readonly string[]): Promise<Map<string, ChatMessage>> {
  const rows = ids.length === 0 ? [] : await store.findMessages(db, ids)
  return new Map(rows.filter(({ deletedAt }) => deletedAt === null).map((row) => [row.id, toWire(row)]))
}
