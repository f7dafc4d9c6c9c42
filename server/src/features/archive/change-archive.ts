import { sql } from 'kysely'
import { type Executor, prepared } from '#database/prepared.ts'
import type { Services } from '#services.ts'

const raiseVersion = prepared<Record<string, never>, unknown>((db) =>
  db.updateTable('archiveState').set((eb) => ({ version: eb('version', '+', 1) })),
)

/**
 * Changes albums or tracks in one transaction and tells of it after the commit. Changes of the archive happen one after
 * the other, on PostgreSQL too: the first statement takes the archive's only row of state.
 */
export async function changeArchive<T>(
  { db, announcements }: Pick<Services, 'db' | 'announcements'>,
  act: (trx: Executor) => Promise<T>,
): Promise<T> {
  const result = await db.transaction().execute(async (trx) => {
    await raiseVersion(trx, {})
    return act(trx)
  })
  announcements.tell('archiveChanged', {})
  return result
}

/** The lowest place in the list; undefined while it is empty. */
export async function firstPlace(trx: Executor): Promise<number | undefined> {
  const row = await trx
    .selectFrom('albums')
    .select(sql<number | null>`min(place)`.as('first'))
    .executeTakeFirst()
  return row?.first ?? undefined
}
