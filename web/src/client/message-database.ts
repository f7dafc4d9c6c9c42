import { createDatabase, type RecordChange } from './database/database.ts'

/** The key path of each object store. */
const STORES = {
  /** Messages that the server has not stored yet. */
  outbox: 'clientId',
  /** Drafts by account and conversation. */
  drafts: 'key',
  /** The images and voice messages of `outbox` and `drafts`. */
  files: 'id',
} as const
type StoreName = keyof typeof STORES
export type MessageChange = RecordChange<StoreName>

/** The IndexedDB database of the messages in this browser that are not sent yet. */
export const messageDatabase = createDatabase<StoreName>({
  name: 'unsent-messages',
  version: 1,
  stores: STORES,
  storeNames: ['outbox', 'drafts', 'files'],
})

/** Removes the unsent messages of all accounts, at the end of the session. */
export async function clearUnsentMessages(): Promise<void> {
  try {
    await messageDatabase.clearRecords()
  } catch {
    // Browsers and private windows without storage have stored nothing.
  }
}
