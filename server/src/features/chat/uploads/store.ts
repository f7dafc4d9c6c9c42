import type { Card } from '@tonarchiv/contract/cards'
import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'
import { idAt } from '#platform/ids.ts'

type Db = Kysely<Schema>

/** The kind of a message that the server writes. */
export type SystemKind = NonNullable<Schema['chatMessages']['systemKind']>

/** Whether uploads get a message in the room. */
export async function hasUploadCards(db: Db): Promise<boolean> {
  const row = await db.selectFrom('chatSettings').select('uploadCards').executeTakeFirst()
  return row?.uploadCards === 1
}

export async function replaceUploadCards(trx: Db, isOn: boolean): Promise<void> {
  await trx
    .updateTable('chatSettings')
    .set({ uploadCards: isOn ? 1 : 0 })
    .execute()
}

/** Messages about uploads since a time, counted up to `limit`; deleted ones count, announcements of premieres do not. */
export async function countRecent(db: Db, since: Date, limit: number): Promise<number> {
  const rows = await db
    .selectFrom('chatMessages')
    .select('id')
    .where('systemKind', '=', 'upload')
    .where('id', '>', idAt(since.getTime()))
    .limit(limit)
    .execute()
  return rows.length
}

/** Whether there is a message about the upload. An album that was restored from an export already has one. */
export async function hasCard(db: Db, systemKind: SystemKind, { kind, id }: Card): Promise<boolean> {
  const row = await db
    .selectFrom('chatMessages')
    .select('id')
    .where('systemKind', '=', systemKind)
    .where('cardKind', '=', kind)
    .where('cardId', '=', id)
    .executeTakeFirst()
  return row !== undefined
}
