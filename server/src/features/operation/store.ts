import { sql } from 'kysely'
import type { Database } from '#database/open.ts'

/** Asks the database for nothing but an answer. A plain select, so that on SQLite it does not wait for whoever writes. */
export async function readOne(db: Database): Promise<void> {
  await db.selectNoFrom(sql.lit(1).as('one')).execute()
}

/** Letters that are still to be sent, and since when the oldest waits. */
export async function queuedEmails(db: Database): Promise<{ count: number; oldestAt: string | null }> {
  return db
    .selectFrom('letters')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('createdAt').as('oldestAt')])
    .executeTakeFirstOrThrow()
}

/** Plays that are still to be told to other services. */
export async function waitingScrobbles(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('scrobbles')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('outcome', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}
