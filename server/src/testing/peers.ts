import { type PostgresOptions, type PostgresServer, startPostgresServer } from './postgres-server.ts'
import { startRedis, type TestRedis } from './redis.ts'

/** The servers that several processes of the product share. */
export interface Peers {
  postgres: PostgresServer
  redis: TestRedis
  /** Stops both and deletes their data. */
  stop(): Promise<void>
}

/**
 * Starts a PostgreSQL and a Redis. Stop them when done.
 * @throws when one of them cannot start. The other one is stopped before, because it would keep the process alive.
 */
export async function startPeers(options?: PostgresOptions): Promise<Peers> {
  const starts = [startPostgresServer(options), startRedis()] as const
  const stops = () => [starts[0].then((server) => server.remove()), starts[1].then((server) => server.stop())]
  try {
    const [postgres, redis] = await Promise.all(starts)
    return { postgres, redis, stop: async () => void (await Promise.all(stops())) }
  } catch (error) {
    await Promise.allSettled(stops())
    throw error
  }
}
