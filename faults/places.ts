import { afterAll, beforeAll } from 'vitest'
import { type Peers, startPeers } from '../server/src/testing/peers.ts'
import { type Installation, newInstallation } from './installation.ts'
import type { ServerProcess } from './server-process.ts'

/** An installation with its running servers. */
export interface Place {
  archive: Installation
  servers: ServerProcess[]
}

/** The ways to run the product, by name. The database server and Redis run for all tests of the file. */
export function places(): Record<string, () => Promise<Place>> {
  let peers: Peers | undefined
  beforeAll(async () => {
    peers = await startPeers()
  })
  afterAll(async () => peers?.stop())
  return {
    'one process on SQLite': async () => {
      const archive = await newInstallation()
      return { archive, servers: [await archive.start()] }
    },
    'two processes on PostgreSQL': async () => {
      if (peers === undefined) throw new Error('Its database has not started')
      const { postgres, redis } = peers
      const archive = await newInstallation({ postgresUrl: postgres.url, env: { REDIS_URL: redis.url } })
      return { archive, servers: await Promise.all([archive.start(), archive.start()]) }
    },
  }
}
