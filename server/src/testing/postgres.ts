import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { inject, onTestFinished } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the temporary PostgreSQL, when these tests run on it. */
    postgresUrl: string
    /** SQL that resets the rows of a used database. */
    postgresRenewal: string
  }
}

/** The migrated database that each test copies. */
export const TEMPLATE = 'tonarchiv_template'

/** PostgreSQL's own template, without a table. */
export const EMPTY = 'template1'

/** A new database, migrated unless another template is given; undefined when the tests run on SQLite. */
export async function newDatabaseUrl(template = TEMPLATE): Promise<string | undefined> {
  const serverUrl: string | undefined = inject('postgresUrl')
  if (serverUrl === undefined) return undefined
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await runAlone(serverUrl, `create database ${name} template ${template}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

/**
 * Databases of this worker that can be used again: emptying one takes a tenth of the time of creating one.
 */
const renewed: string[] = []

/** The same for one test, after which another test gets it; undefined when the tests run on SQLite. */
export async function borrowDatabase(): Promise<string | undefined> {
  const url = renewed.pop() ?? (await newDatabaseUrl())
  if (url !== undefined)
    onTestFinished(async () => {
      // A test may have dropped a table or left many rows: then the next one gets a new database.
      await runAlone(url, inject('postgresRenewal')).then(
        () => renewed.push(url),
        () => {},
      )
    })
  return url
}

/** Runs statements on a database, such as the server's own. */
export async function runAlone(url: string, statements: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statements)
  } finally {
    await client.end()
  }
}
