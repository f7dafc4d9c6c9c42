import { createDatabase } from '../database/database.ts'

/** The key path of each object store. */
const STORES = {
  /** A single record: the account to which the copies belong. */
  account: 'key',
  collections: 'key',
  files: 'version',
  details: 'trackId',
  answers: 'key',
} as const
export type StoreName = keyof typeof STORES

/** The IndexedDB database of the copies in this browser. */
export const { readRecord, readRecords, writeRecords, changeRecord, deleteRecords, clearRecords } =
  createDatabase<StoreName>({
    name: 'offline-copies',
    version: 1,
    stores: STORES,
    storeNames: ['account', 'collections', 'files', 'details', 'answers'],
  })
