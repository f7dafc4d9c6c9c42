import { join } from 'node:path'
import { syncPath } from '../../server/src/storage/disk/sync-path.ts'
import { createAccounts } from '../archive/account.ts'
import { createChatHistory } from '../archive/chat-history.ts'
import { createChatMembers } from '../archive/chat-members.ts'
import { withServices } from '../archive/with-services.ts'
import { startProduct } from '../servers/product.ts'
import { measureFanOut } from './chat-fan-out.ts'
import { measureChatPage } from './chat-page.ts'
import { measureHistory } from './chat-history.ts'
import { measureIdle } from './chat-idle.ts'
import { measureStopped } from './chat-stopped.ts'
import { measureTalk } from './chat-messages.ts'
import type { Findings, WithoutArchives } from './part.ts'

const MEMBERS = 2000
/** Messages of the long history. */
const MESSAGES = 1_000_000

/** Chat and presence: many writers, a long history, many idle clients, some slow consumers. */
export async function measureChat({ runFolder }: WithoutArchives): Promise<Findings> {
  const dataFolder = join(runFolder, 'chat')
  const tokens = await createChatMembers(dataFolder, MEMBERS)
  const found = [
    await withProduct(dataFolder, runFolder, async (product) => measureTalk(product, tokens)),
    await withProduct(dataFolder, runFolder, async (product) => measureFanOut(product, tokens, runFolder)),
    ...(await measureLongHistory(runFolder)),
    await measureIdle(dataFolder, tokens, runFolder),
    await measureStopped(dataFolder, tokens, runFolder),
  ]
  return { tables: found.map(({ table }) => table), goals: found.flatMap(({ goals }) => goals) }
}

/** The room with a million messages, for programs and in a browser. */
async function measureLongHistory(runFolder: string) {
  const dataFolder = join(runFolder, 'chat-history')
  const tokens = await createChatMembers(dataFolder, MEMBERS)
  await withServices(dataFolder, async (services) => createAccounts(services, 1))
  const history = createChatHistory(dataFolder, MESSAGES)
  // Otherwise the first commits of the server that is measured would wait until all these pages are on the disk.
  await syncPath(join(dataFolder, 'archive.sqlite'))
  return [
    await withProduct(dataFolder, runFolder, async (product) => measureHistory(product, tokens, history)),
    await withProduct(dataFolder, runFolder, async (product) => measureChatPage(product, tokens)),
  ]
}

/** Runs each measurement with a newly started server. */
async function withProduct<T>(
  dataFolder: string,
  runFolder: string,
  act: (product: Awaited<ReturnType<typeof startProduct>>) => Promise<T>,
): Promise<T> {
  await using product = await startProduct(dataFolder, runFolder)
  return await act(product)
}
