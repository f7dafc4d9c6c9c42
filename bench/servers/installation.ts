import { join } from 'node:path'
import { startPeers } from '../../server/src/testing/peers.ts'
import { createAccounts } from '../archive/account.ts'
import { createChatMembers } from '../archive/chat-members.ts'
import { withServices } from '../archive/with-services.ts'
import { onInterruption } from '../interruption.ts'
import { startProduct } from './product.ts'
import type { RunningServer } from './running-server.ts'

/** The kind of installation. */
export interface Kind {
  name: string
  /** On PostgreSQL and Redis; otherwise on SQLite. */
  isLarge: boolean
  processes: number
}

/** An archive with its processes and members. */
export interface Installation extends AsyncDisposable {
  servers: readonly RunningServer[]
  ports: readonly number[]
  /** The tokens of members with a session. */
  tokens: readonly string[]
  /** The token of an admin. */
  adminToken: string
}

/** Starts an archive with durable storage, with members and a few accounts that can log in. */
export async function startInstallation(
  { name, isLarge, processes }: Kind,
  { runFolder, members, accounts }: { runFolder: string; members: number; accounts: number },
): Promise<Installation> {
  const dataFolder = join(runFolder, `load-${name.replaceAll(/\W+/g, '-')}`)
  const peers = isLarge ? await startPeers({ isDurable: true }) : undefined
  const endPeers = async () => peers?.stop()
  const forget = onInterruption(endPeers)
  const settings: Record<string, string> =
    peers === undefined
      ? {}
      : {
          DATABASE_URL: peers.postgres.url,
          REDIS_URL: peers.redis.url,
          APP_SECRET: 'a secret that only this measurement knows',
        }
  const tokens = await createChatMembers(dataFolder, members, settings)
  await withServices(
    dataFolder,
    async (services) => {
      await services.db
        .updateTable('users')
        .set({ isAdmin: 1, keyVerified: 1 })
        .where('username', 'like', 'plaudert%')
        .execute()
      await createAccounts(services, accounts)
    },
    settings,
  )
  const servers: RunningServer[] = []
  for (let count = 0; count < processes; count += 1)
    servers.push(await startProduct(dataFolder, runFolder, settings))
  return {
    servers,
    ports: servers.map(({ port }) => port),
    tokens,
    adminToken: tokens[0] ?? '',
    [Symbol.asyncDispose]: async () => {
      await Promise.all(servers.map(async (server) => server[Symbol.asyncDispose]()))
      forget()
      await endPeers()
    },
  }
}
