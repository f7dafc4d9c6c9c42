import { Pool, TypeOverrides, types as pgTypes } from 'pg'

// bigint and numeric are parsed to numbers, so that counts and sums are the same on both databases.
const types = new TypeOverrides()
types.setTypeParser(pgTypes.builtins.INT8, Number)
types.setTypeParser(pgTypes.builtins.NUMERIC, Number)

/**
 * A pool of PostgreSQL connections, made when they are needed. `onFault` is called for lost idle connections.
 */
export function openPool(url: string, onFault: (error: Error) => void): Pool {
  const pool = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 30_000,
    types,
  })
  // Without a handler a restart of PostgreSQL would end the process: the pool emits errors of idle
  // connections only.
  pool.on('error', onFault)
  pool.on('connect', (client) => void client.on('error', onFault))
  return pool
}
