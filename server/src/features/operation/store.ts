import { sql } from 'kysely'
import type { Database } from '#database/open.ts'

/** Runs a minimal query. In SQLite it does not wait for writes. */
export async function readOne(db: Database): Promise<void> {
  await db.selectNoFrom(sql.lit(1).as('one')).execute()
}

/** The number of queued emails, and the time at which the oldest was queued. */
export async function queuedEmails(db: Database): Promise<{ count: number; oldestAt: string | null }> {
  return db
    .selectFrom('letters')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('createdAt').as('oldestAt')])
    .executeTakeFirstOrThrow()
}

/** Number of plays that are still to be reported. */
export async function waitingScrobbles(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('scrobbles')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('outcome', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}
