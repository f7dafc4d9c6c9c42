import { sql } from 'kysely'
import { migrate } from '#database/migrate.ts'
import { type Database, openDatabase } from '#database/open.ts'
import type { TestProject } from 'vitest/node'
import { runAlone, TEMPLATE } from './postgres.ts'
import { startPostgresServer } from './postgres-server.ts'

/**
 * Starts a real PostgreSQL with a migrated database from which each test copies its own. Vitest calls this once for the
 * whole run.
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

/** A database whose tables have grown beyond that is quicker replaced than emptied, bytes. */
const DATABASES_MAX = 1024 * 1024

/** Statements that leave just the rows that the migrations have made; they fail where too much was written. */
async function renewalOf(template: Database): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(template)
  const sizes = tables.map(({ name }) => `pg_relation_size('${name}')`).join(' + ')
  const statements = [
    `do $$ begin if ${sizes} > ${DATABASES_MAX} then raise 'too much'; end if; end $$`,
    'begin',
    `set local lock_timeout = '5s'`,
    // No trigger stands up for its rows.
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
