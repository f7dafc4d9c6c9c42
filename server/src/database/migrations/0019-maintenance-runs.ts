import type { Kysely } from 'kysely'

/** Runs of maintenance jobs: whether the process that does one is alive, and what the last one reported. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('upkeep_runs').addColumn('heartbeat_at', 'text').execute()
  await db.schema.alterTable('upkeep_runs').addColumn('report', 'text').execute()
}
