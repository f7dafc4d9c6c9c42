import { randomUUID } from 'node:crypto'
import type { PostgresPool } from 'kysely'
import { Client, type Pool } from 'pg'
import { inject, onTestFinished } from 'vitest'
import { openPool } from '#database/postgres-pool.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the temporary PostgreSQL, when these tests run on it. */
    postgresUrl: string
    /** SQL that creates `pg_temp.renew()`, which resets the rows of a used database. */
    postgresRenewal: string
  }
}

/**
 * Maximum time that an app in a test waits for a connection, a lock or other changes before it refuses a call. The
 * limits of the product are shorter, but a machine that runs tests may stall for seconds.
 */
export const LONG_TIMEOUT_MS = 50_000

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

/** A database that tests use one after another, with connections that stay open between them. */
interface KeptDatabase {
  url: string
  pool: Pool
  /**
   * Resets the rows. The function keeps a connection of its own, in which its statements stay planned: planning them
   * takes longer than running them.
   */
  renew: () => Promise<void>
  discard: () => Promise<void>
}

/** The databases of this worker that no test uses: renewing one takes a twentieth of the time of creating one. */
const renewed: KeptDatabase[] = []

/** A database for one test, after which another test gets it. */
export interface BorrowedDatabase {
  url: string
  /** Its connections for one app, as if they were the app's own. */
  lendPool: () => PostgresPool
}

/** A database for one test; undefined when the tests run on SQLite. */
export async function borrowDatabase(): Promise<BorrowedDatabase | undefined> {
  const database = renewed.pop() ?? (await keptDatabase())
  if (database === undefined) return undefined
  onTestFinished(async () => {
    // A test may have dropped a table or left many rows: then the next one gets a new database.
    await database.renew().then(
      () => renewed.push(database),
      () => database.discard(),
    )
  })
  return { url: database.url, lendPool: () => lent(database.pool) }
}

async function keptDatabase(): Promise<KeptDatabase | undefined> {
  const url = await newDatabaseUrl()
  if (url === undefined) return undefined
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  await client.query(inject('postgresRenewal'))
  const pool = openPool(url, () => {}, LONG_TIMEOUT_MS)
  return {
    url,
    pool,
    renew: async () => void (await client.query('select pg_temp.renew()')),
    discard: async () => {
      await client.end()
      await pool.end()
    },
  }
}

/** The connections of a pool until `end`, which leaves them open for others. */
function lent(pool: Pool): PostgresPool {
  let isEnded = false
  let out = 0
  const { promise: allBack, resolve: noneOut } = Promise.withResolvers<void>()
  return {
    options: pool.options,
    connect: async () => {
      if (isEnded) throw new Error('Cannot use a pool after calling end on the pool')
      out += 1
      const back = () => {
        out -= 1
        if (isEnded && out === 0) noneOut()
      }
      try {
        const client = await pool.connect()
        const release = client.release.bind(client)
        client.release = (error) => {
          release(error)
          back()
        }
        return client
      } catch (error) {
        back()
        throw error
      }
    },
    end: async () => {
      isEnded = true
      if (out > 0) await allBack
    },
  }
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
