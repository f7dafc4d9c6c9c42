/**
 * The IndexedDB database of the copies in this browser. Each function uses one transaction and awaits nothing else in
 * it, because IndexedDB commits idle transactions.
 */
const NAME = 'offline-copies'
const VERSION = 1

/** The key path of each object store. */
const STORES = {
  /** A single record: the account that the copies belong to. */
  account: 'key',
  collections: 'key',
  files: 'version',
  details: 'trackId',
  answers: 'key',
} as const
export type StoreName = keyof typeof STORES

const STORE_NAMES: readonly StoreName[] = ['account', 'collections', 'files', 'details', 'answers']

let opening: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  opening ??= openNow().catch((failure: unknown) => {
    opening = undefined
    throw failure
  })
  return opening
}

function openNow(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, VERSION)
  request.addEventListener('upgradeneeded', () => {
    for (const name of STORE_NAMES) request.result.createObjectStore(name, { keyPath: STORES[name] })
  })
  return resultOf(request).then((database) => {
    const forget = () => {
      opening = undefined
      database.close()
    }
    // Another tab has a newer version of the app, or the user has cleared the data of the site.
    database.addEventListener('versionchange', forget)
    database.addEventListener('close', forget)
    return database
  })
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')))
  })
}

function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(transaction.error ?? new Error('IndexedDB'))
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', fail)
    transaction.addEventListener('error', fail)
  })
}

/** The record with this key. Its format is not checked: another version of the app may have written it. */
export async function readRecord(store: StoreName, key: string): Promise<unknown> {
  const database = await open()
  const request: IDBRequest<unknown> = database.transaction(store).objectStore(store).get(key)
  return resultOf(request)
}

export async function readRecords(store: StoreName): Promise<unknown[]> {
  const database = await open()
  const request: IDBRequest<unknown[]> = database.transaction(store).objectStore(store).getAll()
  return resultOf(request)
}

/** Stores all of the records, or none. */
export async function writeRecords(store: StoreName, records: readonly object[]): Promise<void> {
  if (records.length === 0) return
  const transaction = (await open()).transaction(store, 'readwrite', { durability: 'relaxed' })
  for (const record of records) transaction.objectStore(store).put(record)
  return finished(transaction)
}

/** Changes a record in one transaction; undefined from `change` leaves it. */
export async function changeRecord(
  store: StoreName,
  key: string,
  change: (before: unknown) => object | undefined,
): Promise<void> {
  const transaction = (await open()).transaction(store, 'readwrite', { durability: 'relaxed' })
  const records = transaction.objectStore(store)
  const request: IDBRequest<unknown> = records.get(key)
  request.addEventListener('success', () => {
    const after = change(request.result)
    if (after) records.put(after)
  })
  return finished(transaction)
}

export async function deleteRecords(store: StoreName, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  const transaction = (await open()).transaction(store, 'readwrite')
  for (const key of keys) transaction.objectStore(store).delete(key)
  return finished(transaction)
}

/** Removes all records. The database itself cannot be deleted while other tabs or the service worker have it open. */
export async function clearRecords(): Promise<void> {
  const transaction = (await open()).transaction(STORE_NAMES, 'readwrite')
  for (const name of STORE_NAMES) transaction.objectStore(name).clear()
  return finished(transaction)
}
