import { sql } from 'kysely'
import { migrate } from '#database/migrate.ts'
import { type DatabaseChoice, openDatabase } from '#database/open.ts'
import type { Executor } from '#database/prepared.ts'
import { rebuildSearch } from '#features/catalog/index.ts'
import { copyRows, type TableDigest } from './copy-rows.ts'
import type { OnTable } from './dump-database.ts'
import { type TableShape, tableShapes } from './table-shapes.ts'
import { OperatorError } from '#platform/operator-error.ts'

/**
 * Tables that have rows even in a fresh archive or after the server has run without members. A copy may replace these
 * rows.
 */
const UNIMPORTANT = new Set([
  'access_scopes',
  'analysis_state',
  'archive_state',
  'backup_places',
  'chat_settings',
  'conversations',
  'link_tokens',
  'push_keys',
  'rate_limits',
  'upkeep_runs',
])
const throwFault = () => {}

/** The error when the target of a copy is not empty. */
export class TargetNotEmpty extends OperatorError {
  constructor(table: string) {
    super(
      `The target holds an archive already (there are rows in ${table}). Nothing was changed; give an empty database.`,
    )
    this.name = 'TargetNotEmpty'
  }
}

/**
 * Copies an archive from an SQLite file that is not in use into an empty PostgreSQL database, completely or not at all.
 * Builds the search index there. An older file is migrated first.
 * @throws TargetNotEmpty, CopyDiffers
 */
export async function loadIntoPostgres(
  file: string,
  target: DatabaseChoice & { kind: 'postgres' },
  onTable?: OnTable,
): Promise<Map<string, TableDigest>> {
  const source = openDatabase({ kind: 'sqlite', path: file }, throwFault)
  const db = openDatabase(target, throwFault)
  try {
    await migrate(source)
    await migrate(db)
    const shapes = await tableShapes(source)
    return await db.transaction().execute(async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx)
      // A server that starts on the target database in the meantime waits for this lock.
      await sql`select pg_advisory_xact_lock(7017)`.execute(trx)
      await refuseUnlessEmpty(trx, shapes)
      const digests = await source
        .transaction()
        .execute(async (from) =>
          copyRows({ trx: from, kind: 'sqlite' }, { trx, kind: 'postgres' }, shapes, onTable),
        )
      await rebuildSearch(trx, 'postgres')
      return digests
    })
  } finally {
    await source.destroy()
    await db.destroy()
  }
}

/** @throws TargetNotEmpty */
async function refuseUnlessEmpty(trx: Executor, shapes: readonly TableShape[]): Promise<void> {
  for (const { name } of shapes) {
    if (UNIMPORTANT.has(name)) continue
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(trx)
    if (rows.length > 0) throw new TargetNotEmpty(name)
  }
}
