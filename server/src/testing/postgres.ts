import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where a throw-away PostgreSQL waits, when these tests run on it. */
    postgresUrl: string
  }
}

/** The migrated database from which each test copies its own. */
export const TEMPLATE = 'tonarchiv_template'

/** A new, migrated database; undefined when the tests run on SQLite. */
export async function newDatabaseUrl(): Promise<string | undefined> {
  const serverUrl: string | undefined = inject('postgresUrl')
  if (serverUrl === undefined) return undefined
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await runAlone(serverUrl, `create database ${name} template ${TEMPLATE}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Runs one statement on the server's own database. */
export async function runAlone(serverUrl: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
