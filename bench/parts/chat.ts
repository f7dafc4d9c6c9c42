import { join } from 'node:path'
import { createChatMembers } from '../archive/chat-members.ts'
import { startProduct } from '../servers/product.ts'
import { measureFanOut } from './chat-fan-out.ts'
import { measureIdle } from './chat-idle.ts'
import { measureStopped } from './chat-stopped.ts'
import { measureTalk } from './chat-messages.ts'
import type { Findings, BenchContext } from './part.ts'

const MEMBERS = 2000

/** Chat and presence: many writers, many idle clients, some slow consumers. */
export async function measureChat({ runFolder }: BenchContext): Promise<Findings> {
  const dataFolder = join(runFolder, 'chat')
  const tokens = await createChatMembers(dataFolder, MEMBERS)
  const found = [
    await withProduct(dataFolder, runFolder, async (product) => measureTalk(product, tokens)),
    await withProduct(dataFolder, runFolder, async (product) => measureFanOut(product, tokens, runFolder)),
    await measureIdle(dataFolder, tokens, runFolder),
    await measureStopped(dataFolder, tokens, runFolder),
  ]
  return { tables: found.map(({ table }) => table), goals: found.flatMap(({ goals }) => goals) }
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
