/** An IndexedDB database with object stores whose keys are a property of their records. */
export interface Database<S extends string> {
  /** The record with this key. Its format is not checked: another version of the app may have written it. */
  readRecord: (store: S, key: string) => Promise<unknown>
  readRecords: (store: S) => Promise<unknown[]>
  /** Stores all of the records, or none. */
  writeRecords: (store: S, records: readonly object[]) => Promise<void>
  /** Makes all of the changes, or none. */
  applyChanges: (changes: readonly RecordChange<S>[]) => Promise<void>
  /** Changes a record in one transaction. If `change` returns undefined, the record stays as it is. */
  changeRecord: (store: S, key: string, change: (before: unknown) => object | undefined) => Promise<void>
  deleteRecords: (store: S, keys: readonly string[]) => Promise<void>
  /**
   * Deletes the records of a store that no record of the other stores refers to, in one transaction. `keysIn` returns
   * the keys to which a record refers.
   */
  deleteUnreferenced: (
    store: S,
    others: readonly S[],
    keysIn: (record: unknown) => readonly string[],
  ) => Promise<void>
  /** Removes all records. The database itself cannot be deleted while other tabs or a worker have it open. */
  clearRecords: () => Promise<void>
}

/** A change of one record: stores `record`, or deletes the record with this key if `record` is undefined. */
export interface RecordChange<S extends string> {
  store: S
  key: string
  record?: object | undefined
}

interface DatabaseOptions<S extends string> {
  name: string
  version: number
  /** The key path of each object store. */
  stores: Readonly<Record<S, string>>
  storeNames: readonly S[]
}

/** Each function uses one transaction and awaits nothing else in it, because IndexedDB commits idle transactions. */
export function createDatabase<S extends string>(options: DatabaseOptions<S>): Database<S> {
  const { storeNames } = options
  let opening: Promise<IDBDatabase> | undefined

  function forget(): void {
    opening = undefined
  }

  function open(): Promise<IDBDatabase> {
    opening ??= openNow(options, forget).catch((failure: unknown) => {
      forget()
      throw failure
    })
    return opening
  }

  async function change(
    stores: S | readonly S[],
    make: (transaction: IDBTransaction) => void,
    options?: IDBTransactionOptions,
  ): Promise<void> {
    const database = await open()
    const transaction = database.transaction(stores, 'readwrite', options)
    make(transaction)
    return finished(transaction)
  }

  return {
    async readRecord(store, key) {
      const database = await open()
      const request: IDBRequest<unknown> = database.transaction(store).objectStore(store).get(key)
      return resultOf(request)
    },
    async readRecords(store) {
      const database = await open()
      const request: IDBRequest<unknown[]> = database.transaction(store).objectStore(store).getAll()
      return resultOf(request)
    },
    async writeRecords(store, records) {
      if (records.length === 0) return
      const put = (transaction: IDBTransaction) => {
        for (const record of records) transaction.objectStore(store).put(record)
      }
      await change(store, put, { durability: 'relaxed' })
    },
    async applyChanges(changes) {
      if (changes.length === 0) return
      await change([...new Set(changes.map(({ store }) => store))], (transaction) => {
        for (const { store, key, record } of changes) {
          if (record === undefined) transaction.objectStore(store).delete(key)
          else transaction.objectStore(store).put(record)
        }
      })
    },
    async changeRecord(store, key, changed) {
      const put = (transaction: IDBTransaction) => {
        const records = transaction.objectStore(store)
        const request: IDBRequest<unknown> = records.get(key)
        request.addEventListener('success', () => {
          const after = changed(request.result)
          if (after) records.put(after)
        })
      }
      await change(store, put, { durability: 'relaxed' })
    },
    async deleteRecords(store, keys) {
      if (keys.length === 0) return
      await change(store, (transaction) => {
        for (const key of keys) transaction.objectStore(store).delete(key)
      })
    },
    async deleteUnreferenced(store, others, keysIn) {
      await change([store, ...others], (transaction) => {
        const records = transaction.objectStore(store)
        const referenced = new Set<IDBValidKey>()
        const keys = records.getAllKeys()
        for (const other of others) {
          const request: IDBRequest<unknown[]> = transaction.objectStore(other).getAll()
          request.addEventListener('success', () => {
            for (const record of request.result) for (const key of keysIn(record)) referenced.add(key)
          })
        }
        // Requests of a transaction are executed in order, so the records above are read by now.
        const last = records.count()
        last.addEventListener('success', () => {
          for (const key of keys.result) if (!referenced.has(key)) records.delete(key)
        })
      })
    },
    async clearRecords() {
      await change(storeNames, (transaction) => {
        for (const name of storeNames) transaction.objectStore(name).clear()
      })
    },
  }
}

function openNow<S extends string>(
  { name, version, stores, storeNames }: DatabaseOptions<S>,
  onClosed: () => void,
): Promise<IDBDatabase> {
  const request = indexedDB.open(name, version)
  request.addEventListener('upgradeneeded', () => {
    for (const store of storeNames) request.result.createObjectStore(store, { keyPath: stores[store] })
  })
  return resultOf(request).then((database) => {
    const forget = () => {
      onClosed()
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
