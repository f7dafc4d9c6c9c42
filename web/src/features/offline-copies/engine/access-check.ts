import { getOwnAccess } from '@tonarchiv/contract/own-access'
import * as z from 'zod/mini'
import { call } from '#client/call.ts'
import { readRecord, writeRecords } from '#client/copies/copy-database.ts'
import { currentUser } from '#features/auth/index.ts'
import { forgetAlbums } from '../copies/stored-pages.ts'

const KEY = 'access'
/** The access of members to whom the whole archive is open. */
const WHOLE = 'whole'
const Remembered = z.object({ key: z.string(), access: z.string() })

/** Returns what the keys of the account open, as a text that can be compared. */
async function readAccess(signal: AbortSignal): Promise<string> {
  if (currentUser()?.hasLimitedAccess !== true) return WHOLE
  const { scope, keys } = await call(getOwnAccess, {}, { signal })
  return JSON.stringify([scope, keys.map(({ id }) => id)])
}

async function rememberedAccess(): Promise<string> {
  return Remembered.safeParse(await readRecord('answers', KEY)).data?.access ?? WHOLE
}

/**
 * A withdrawn key may leave the account access to a part of the archive. Copies of everything else are then removed at
 * once, however recently their content was read.
 * @param readAgain - reads all collections again; resolves to whether all of them could be read
 * @returns a function that compares what the account may play with what it could play when the copies were read
 */
export function createAccessCheck(readAgain: () => Promise<boolean>, signal: AbortSignal): () => void {
  let isRunning = false
  let isDue = false

  async function compare(): Promise<void> {
    const access = await readAccess(signal)
    if (access === (await rememberedAccess())) return
    await forgetAlbums()
    // If a collection could not be read, the next check tries again. If the copies were stopped meanwhile, their records
    // may have been removed, and nothing may be stored any more.
    if ((await readAgain()) && !signal.aborted) await writeRecords('answers', [{ key: KEY, access }])
  }

  async function run(): Promise<void> {
    isRunning = true
    while (isDue && !signal.aborted) {
      isDue = false
      // A call that fails is repeated by the next check, which follows the next contact with the server.
      await compare().catch(() => undefined)
    }
    isRunning = false
  }

  return () => {
    isDue = true
    if (!isRunning) void run()
  }
}
