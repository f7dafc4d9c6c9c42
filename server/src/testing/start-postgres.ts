import { migrate } from '#database/migrate.ts'
import { openDatabase } from '#database/open.ts'
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
  await template.destroy()
  project.provide('postgresUrl', url)
  return async () => server.remove()
}
