import type { Services } from '#services.ts'
import * as store from './listening-store.ts'

/**
 * Removes the conversation of a listening room with its messages and files. After an interruption it can be called
 * again. Files whose rows no longer name them are then removed by the cleanup of files without a row.
 */
export async function removeRoomConversation(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  id: string,
): Promise<void> {
  const release = async () => db.transaction().execute(async (trx) => store.releaseSomeMedia(trx, id))
  for (let files = await release(); files.length > 0; files = await release())
    await storage.remove(files.filter((name) => name !== ''))
  const deleteSome = async () => db.transaction().execute(async (trx) => store.deleteSomeMessages(trx, id))
  while (await deleteSome());
  await db.transaction().execute(async (trx) => store.deleteConversation(trx, id))
}
