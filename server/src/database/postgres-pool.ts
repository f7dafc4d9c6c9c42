import { Pool, TypeOverrides, types as pgTypes } from 'pg'

// bigint and numeric are parsed to numbers, so that counts and sums are the same on both databases.
const types = new TypeOverrides()
types.setTypeParser(pgTypes.builtins.INT8, Number)
types.setTypeParser(pgTypes.builtins.NUMERIC, Number)

/** Maximum time that a query waits for a connection. */
const CONNECTION_WAIT_MS = 5000

/**
 * Opens a pool of PostgreSQL connections, which are made when they are needed. `onFault` is called when an idle
 * connection is lost.
 */
export function openPool(url: string, onFault: (error: Error) => void, waitMs = CONNECTION_WAIT_MS): Pool {
  const pool = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: waitMs,
    idleTimeoutMillis: 30_000,
    statement_timeout: 30_000,
    types,
  })
  // The pool emits only the errors of idle connections, so each connection needs a handler, too. An error without a
  // handler, such as after a restart of PostgreSQL, would end the process.
  pool.on('error', onFault)
  pool.on('connect', (client) => void client.on('error', onFault))
  return pool
}
