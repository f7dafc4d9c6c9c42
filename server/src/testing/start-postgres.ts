import { sql } from 'kysely'
import { migrate } from '#database/migrate.ts'
import { type Database, openDatabase } from '#database/open.ts'
import type { TestProject } from 'vitest/node'
import { runAlone, TEMPLATE } from './postgres.ts'
import { startPostgresServer } from './postgres-server.ts'

/**
 * Starts a real PostgreSQL with a migrated database that each test copies. Vitest calls this once per run.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgresServer()
  const { url } = server
  await runAlone(url, `create database ${TEMPLATE}`)
  const template = openDatabase({ kind: 'postgres', url: url.replace(/postgres$/, TEMPLATE) }, () => {})
  await migrate(template)
  project.provide('postgresRenewal', await renewalOf(template))
  await template.destroy()
  project.provide('postgresUrl', url)
  return async () => server.remove()
}

/** Bytes; a larger database is replaced instead of emptied, because that is faster. */
const DATABASES_MAX = 1024 * 1024

/**
 * A function that restores the rows that the migrations have created; it fails for a database that is too
 * large.
 */
async function renewalOf(template: Database): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(template)
  const sizes = tables.map(({ name }) => `pg_relation_size('${name}')`).join(' + ')
  const statements = [`if ${sizes} > ${DATABASES_MAX} then raise 'too much'; end if`]
  for (const { name } of tables) {
    const { rows: first } = await sql<{ json: string | null }>`
      select json_agg(t)::text as json from ${sql.table(name)} as t`.execute(template)
    const json = first[0]?.json ?? '[]'
    const rows = `'${json.replaceAll("'", "''")}'`
    statements.push(
      json === '[]'
        ? `if exists (select from ${name}) then delete from ${name}; end if`
        : `if (select json_agg(t)::text from ${name} as t) is distinct from ${rows} then
             delete from ${name};
             insert into ${name} select * from json_populate_recordset(null::${name}, ${rows});
           end if`,
    )
  }
  // session_replication_role: disables triggers.
  return `create function pg_temp.renew() returns void language plpgsql
    set lock_timeout = '5s' set session_replication_role = replica
    as $renewal$ begin ${statements.join(';\n')}; end $renewal$`
}
