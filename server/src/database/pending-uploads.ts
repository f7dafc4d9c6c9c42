import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import { newId } from '#platform/ids.ts'
import type { Schema } from './schema.ts'

/** Number of uploads that are read at once, and the time after which a pending upload is given up. */
const AT_ONCE = 100
const PENDING_TTL_MS = 7 * 24 * 60 * 60 * 1000

/**
 * Albums, or a video, that a member has uploaded. `premiere`: an album that is not open yet, and whose premiere an admin
 * announces in the chat room.
 */
export interface Upload {
  userId: string
  kind: 'album' | 'video' | 'premiere'
  ids: string[]
}

/** An upload whose consequences in other features are still to come. */
export interface PendingUpload extends Upload {
  pendingId: string
}

const ItemIds = z.array(z.string())

/**
 * Records an upload as pending. Call it with the transaction that adds the albums or the video, so that a crash after
 * the commit does not prevent the message and the notice about them. Emit `uploaded` with the result after the commit.
 */
export async function insertPendingUpload(
  trx: Kysely<Schema>,
  upload: Upload,
  now: Date,
): Promise<PendingUpload> {
  const pendingId = newId()
  const { userId, kind, ids } = upload
  await trx
    .insertInto('pendingUploads')
    .values({
      id: pendingId,
      userId,
      kind,
      itemIds: JSON.stringify(ids),
      createdAt: now.toISOString(),
      // Notices about a premiere have events of their own.
      noticeDue: kind === 'premiere' ? 0 : 1,
    })
    .execute()
  return { ...upload, pendingId }
}

/** A consequence of an upload: the message about it in the chat room, or the notice about it. */
type Consequence = 'cardDue' | 'noticeDue'

/**
 * Marks a consequence of an upload as done. Call it with the transaction that does it. The upload is pending until all
 * are done.
 * @returns whether it was still to come; otherwise it was done before
 */
export async function takePendingUpload(
  trx: Kysely<Schema>,
  pendingId: string,
  consequence: Consequence,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('pendingUploads')
    .set({ [consequence]: 0 })
    .where('id', '=', pendingId)
    .where(consequence, '=', 1)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await trx
    .deleteFrom('pendingUploads')
    .where('id', '=', pendingId)
    .where('cardDue', '=', 0)
    .where('noticeDue', '=', 0)
    .execute()
  return true
}

/** The oldest pending uploads. Those that could not be handled for a week are removed. */
export async function pendingUploads(db: Kysely<Schema>, now: Date): Promise<PendingUpload[]> {
  const longAgo = new Date(now.getTime() - PENDING_TTL_MS).toISOString()
  await db.deleteFrom('pendingUploads').where('createdAt', '<', longAgo).execute()
  const rows = await db.selectFrom('pendingUploads').selectAll().orderBy('id').limit(AT_ONCE).execute()
  return rows.map(({ id, userId, kind, itemIds }) => ({
    pendingId: id,
    userId,
    kind,
    ids: z.parse(ItemIds, JSON.parse(itemIds)),
  }))
}
