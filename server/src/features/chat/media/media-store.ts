import type { Kysely, Selectable } from 'kysely'
import type { Schema } from '#database/schema.ts'
import { isReadable } from '../conversations/store.ts'

type Db = Kysely<Schema>
export type MediaRow = Selectable<Schema['chatMedia']>
type StoredRow = MediaRow & { storageName: string }

export async function insertMedia(db: Db, row: MediaRow): Promise<void> {
  await db.insertInto('chatMedia').values(row).execute()
}

/** Bytes that an account has uploaded since that time. */
export async function bytesGivenSince(db: Db, userId: string, since: string): Promise<number> {
  const { sum } = await db
    .selectFrom('chatMedia')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('givenBytes'), eb.val(0)).as('sum'))
    .where('userId', '=', userId)
    .where('createdAt', '>', since)
    .executeTakeFirstOrThrow()
  return sum
}

/** Assigns an upload to a message, if it belongs to the author's account and to no other message. */
export async function claimMedia(
  trx: Db,
  name: string,
  { userId, ...place }: { userId: string; messageId: string; position: number },
): Promise<MediaRow | undefined> {
  return trx
    .updateTable('chatMedia')
    .set(place)
    .where('name', '=', name)
    .where('userId', '=', userId)
    .where('messageId', 'is', null)
    .where('storageName', 'is not', null)
    .returningAll()
    .executeTakeFirst()
}

/** Media that the caller may see: sent to a conversation that the caller takes part in, or uploaded by the caller. */
export async function findVisible(db: Db, name: string, userId: string): Promise<StoredRow | undefined> {
  return db
    .selectFrom('chatMedia')
    .selectAll()
    .$narrowType<{ storageName: string }>()
    .where('name', '=', name)
    .where('storageName', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('userId', '=', userId),
        eb.exists(
          eb
            .selectFrom('chatMessages')
            .select('chatMessages.id')
            .whereRef('chatMessages.id', '=', 'chatMedia.messageId')
            .where((message) => isReadable(message, userId)),
        ),
      ]),
    )
    .executeTakeFirst()
}

/**
 * Removes the storage names from a message's media.
 * @returns the files to remove
 */
export async function releaseMedia(trx: Db, messageId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('chatMedia')
    .select('storageName')
    .where('messageId', '=', messageId)
    .where('storageName', 'is not', null)
    .execute()
  await trx.updateTable('chatMedia').set({ storageName: null }).where('messageId', '=', messageId).execute()
  return rows.flatMap(({ storageName }) => (storageName === null ? [] : [storageName]))
}

/** Media of deleted accounts, or only of the deleted account `userId`. */
export async function orphans(db: Db, userId?: string): Promise<StoredRow[]> {
  return db
    .selectFrom('chatMedia')
    .leftJoin('users', 'users.id', 'chatMedia.userId')
    .selectAll('chatMedia')
    .$narrowType<{ storageName: string }>()
    .where('users.id', 'is', null)
    .where('storageName', 'is not', null)
    .$if(userId !== undefined, (query) => query.where('chatMedia.userId', '=', userId ?? ''))
    .limit(1000)
    .execute()
}

/** Uploads from before `before` that have not been sent in a message. */
export async function unsentBefore(db: Db, before: string): Promise<StoredRow[]> {
  return db
    .selectFrom('chatMedia')
    .selectAll()
    .$narrowType<{ storageName: string }>()
    .where('messageId', 'is', null)
    .where('storageName', 'is not', null)
    .where('createdAt', '<', before)
    .limit(1000)
    .execute()
}

/** Removes the storage names from an upload that is still unsent. */
export async function releaseUnsent(db: Db, name: string): Promise<void> {
  await db
    .updateTable('chatMedia')
    .set({ storageName: null })
    .where('name', '=', name)
    .where('messageId', 'is', null)
    .execute()
}

export async function isFileReferenced(db: Db, storageName: string): Promise<boolean> {
  const row = await db
    .selectFrom('chatMedia')
    .select('name')
    .where('storageName', '=', storageName)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Deletes rows without files that the daily limit no longer needs: those from before `before`, and those of deleted
 * accounts.
 */
export async function forgetReleased(trx: Db, before: string): Promise<void> {
  await trx
    .deleteFrom('chatMedia')
    .where('storageName', 'is', null)
    .where((eb) =>
      eb.or([
        eb('createdAt', '<', before),
        eb.not(
          eb.exists(eb.selectFrom('users').select('users.id').whereRef('users.id', '=', 'chatMedia.userId')),
        ),
      ]),
    )
    .execute()
}

/** Deletes the rows without files of an account. */
export async function forgetReleasedOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('chatMedia').where('storageName', 'is', null).where('userId', '=', userId).execute()
}
