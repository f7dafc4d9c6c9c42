import { sql } from 'kysely'
import type { Database } from '#database/open.ts'

/** The time of the newest row in some tables; undefined when they have no rows. */
export async function newestTimestamp(db: Database): Promise<string | undefined> {
  const newest = await Promise.all([
    db
      .selectFrom('migrations')
      .select((eb) => eb.fn.max('appliedAt').as('at'))
      .executeTakeFirst(),
    db
      .selectFrom('sessions')
      .select((eb) => eb.fn.max('createdAt').as('at'))
      .executeTakeFirst(),
    db
      .selectFrom('chatMessages')
      .select((eb) => eb.fn.max('createdAt').as('at'))
      .executeTakeFirst(),
  ])
  // The database may not contain an archive yet. Another check reports that.
  return newest
    .map((row) => row?.at)
    .filter((at) => typeof at === 'string')
    .toSorted()
    .at(-1)
}

/** The current time of a PostgreSQL server; undefined for SQLite, which has no clock of its own. */
export async function timeOfDatabase(db: Database): Promise<number | undefined> {
  if (db.kind === 'sqlite') return undefined
  const { rows } = await sql<{ now: number }>`
    select extract(epoch from clock_timestamp())::double precision * 1000 as now`.execute(db)
  return rows[0]?.now
}
