import type { Executor } from '#database/prepared.ts'
import { type Held, mediaOf } from './message-search.ts'
import * as store from './store.ts'

/** A message as the search index has it. */
export interface MessageText {
  title: string
  /** The id of the author; null when the account was deleted. */
  author: string | null
  holds: readonly Held[]
}

/** The texts of messages of the room for the search index; others and deleted ones are omitted. */
export async function textsOfMessages(
  db: Executor,
  ids: readonly string[],
): Promise<Map<string, MessageText>> {
  const rows = await store.contentsOf(db, ids)
  const media = await mediaOf(
    db,
    rows.map(({ id }) => id),
  )
  return new Map(
    rows.map(({ id, content, userId, cardKind }) => [
      id,
      {
        title: content,
        author: userId,
        holds: [...(media.get(id) ?? []), ...(cardKind === 'moment' ? (['moment'] as const) : [])],
      },
    ]),
  )
}
