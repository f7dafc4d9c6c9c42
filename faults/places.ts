import { afterAll, beforeAll } from 'vitest'
import { type PostgresServer, startPostgresServer } from '../server/src/testing/postgres-server.ts'
import { startRedis, type TestRedis } from '../server/src/testing/redis.ts'
import { type Installation, newInstallation } from './installation.ts'
import type { ServerProcess } from './server-process.ts'

/** An installation with its running servers. */
export interface Place {
  archive: Installation
  servers: ServerProcess[]
}

/** The ways to run the product, by name. The database server and Redis run for all tests of the file. */
export function places(): Record<string, () => Promise<Place>> {
  let postgres: PostgresServer
  let redis: TestRedis
  beforeAll(async () => {
    ;[postgres, redis] = await Promise.all([startPostgresServer(), startRedis()])
  })
  afterAll(async () => Promise.all([postgres.remove(), redis.stop()]))
  return {
    'one process on SQLite': async () => {
      const archive = await newInstallation()
      return { archive, servers: [await archive.start()] }
    },
    'two processes on PostgreSQL': async () => {
      const archive = await newInstallation({ postgresUrl: postgres.url, env: { REDIS_URL: redis.url } })
      return { archive, servers: await Promise.all([archive.start(), archive.start()]) }
    },
  }
}
