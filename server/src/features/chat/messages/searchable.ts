import { type ChatMessage, ROOM_ID } from '@tonarchiv/contract/chat'
import type { Executor } from '#database/prepared.ts'
import * as store from './store.ts'
import { toWire } from './to-wire.ts'

/** The texts of messages of the room for the search index; others and deleted ones are omitted. */
export async function textsOfMessages(
  db: Executor,
  ids: readonly string[],
): Promise<Map<string, { title: string }>> {
  const rows = await store.contentsOf(db, ids)
  return new Map(rows.map(({ id, content }) => [id, { title: content }]))
}

/** Messages of a conversation by id, for those who take part; others and deleted ones are omitted. */
export async function messagesByIds(
  db: Executor,
  ids: readonly string[],
  id: string = ROOM_ID,
): Promise<Map<string, ChatMessage>> {
  const rows = ids.length === 0 ? [] : await store.findMessages(db, ids)
  const shown = rows.filter(({ conversationId, deletedAt }) => conversationId === id && deletedAt === null)
  return new Map(shown.map((row) => [row.id, toWire(row)]))
}
