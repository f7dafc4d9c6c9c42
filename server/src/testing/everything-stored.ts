import { sql } from 'kysely'
import type { TestApp } from './start-app.ts'

/** Every value of every table, as text. */
export async function everythingStored({ services: { db } }: TestApp): Promise<string> {
  const tables = await db.introspection.getTables()
  const all = await Promise.all(
    tables.map(async ({ name }) => sql`select * from ${sql.table(name)}`.execute(db.withoutPlugins())),
  )
  return JSON.stringify(all.map(({ rows }) => rows))
}
