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

/** A database that is larger than this is replaced instead of emptied, because that is faster, bytes. */
const DATABASES_MAX = 1024 * 1024

/**
 * Statements that restore the rows that the migrations have created; they fail for a database that is too
 * large.
 */
async function renewalOf(template: Database): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(template)
  const sizes = tables.map(({ name }) => `pg_relation_size('${name}')`).join(' + ')
  const statements = [
    `do $$ begin if ${sizes} > ${DATABASES_MAX} then raise 'too much'; end if; end $$`,
    'begin',
    `set local lock_timeout = '5s'`,
    // Disables triggers.
    'set local session_replication_role = replica',
  ]
  for (const { name } of tables) {
    const { rows } = await sql<{ first: string | null }>`
      select json_agg(t)::text as first from ${sql.table(name)} as t`.execute(template)
    const first = rows[0]?.first ?? '[]'
    statements.push(`delete from ${name}`)
    if (first !== '[]')
      statements.push(
        `insert into ${name} select * from json_populate_recordset(null::${name}, '${first.replaceAll("'", "''")}')`,
      )
  }
  return [...statements, 'commit'].join(';\n')
}
