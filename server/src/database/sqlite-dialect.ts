import { setTimeout as pause } from 'node:timers/promises'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type UnknownRow,
} from 'kysely'
import { isDiskBroken, isSqliteLocked } from './faults.ts'
import { PreparedDatabase } from './prepared-database.ts'

/** Maximum time that a write waits for earlier writes and for the lock of another process before it fails. */
const LOCK_WAIT_MS = 3000
/**
 * Maximum time between two attempts to take the lock. SQLite must not wait itself: that would block the whole
 * process.
 */
const LOOK_AGAIN_MS = 10

/** The error when another process has kept the database locked for too long. */
export class DatabaseBusy extends Error {
  constructor() {
    super('The database stayed locked by another process')
    this.name = 'DatabaseBusy'
  }
}

/**
 * Reads committed rows synchronously and returns them with camelCase names. Returns undefined while the database is not
 * open.
 */
export type ReadNow = (sql: string, parameters: readonly unknown[]) => UnknownRow[] | undefined

/**
 * A Kysely dialect for Node's own SQLite. It has one connection for writing and another one for reading. `onBroken` is
 * called when the disk has failed; no data are written after that.
 */
export function openSqlite(
  path: string,
  onBroken: (error: unknown) => void,
  { cacheKilobytes, lockWaitMs = LOCK_WAIT_MS }: { cacheKilobytes: number; lockWaitMs?: number | undefined },
): { dialect: Dialect; readNow: ReadNow } {
  const driver = new SqliteDriver(path, onBroken, { cacheKilobytes, lockWaitMs })
  return {
    dialect: {
      createAdapter: () => new TwoConnectionsAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
    readNow: (sql, parameters) => driver.readNow(sql, parameters),
  }
}

/** Lets reads run beside an open transaction. Kysely's own adapter would queue all statements for one connection. */
class TwoConnectionsAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

class SqliteDriver implements Driver {
  readonly #path: string
  #writer: PreparedDatabase | undefined
  #reader: PreparedDatabase | undefined
  /** Resolves when the previous writer is done. A transaction counts as one writer from begin to end. */
  #writing: Promise<void> = Promise.resolve()
  readonly #onBroken: (error: unknown) => void
  readonly #cacheKilobytes: number
  readonly #lockWaitMs: number
  #brokenBy: unknown

  constructor(
    path: string,
    onBroken: (error: unknown) => void,
    { cacheKilobytes, lockWaitMs }: { cacheKilobytes: number; lockWaitMs: number },
  ) {
    this.#path = path
    this.#onBroken = onBroken
    this.#cacheKilobytes = cacheKilobytes
    this.#lockWaitMs = lockWaitMs
  }

  async init(): Promise<void> {
    this.#writer = new PreparedDatabase(this.#path, false, this.#cacheKilobytes)
    this.#reader = new PreparedDatabase(this.#path, true, this.#cacheKilobytes)
  }

  async acquireConnection(): Promise<SqliteConnection> {
    if (this.#writer === undefined || this.#reader === undefined) throw new Error('The database is closed')
    return new SqliteConnection(this.#writer, this.#reader, {
      acquire: () => this.#acquire(),
      failed: (error) => this.#noteFault(error),
      lockWaitMs: this.#lockWaitMs,
    })
  }

  readNow(sql: string, parameters: readonly unknown[]): UnknownRow[] | undefined {
    return this.#reader?.read(sql, parameters)
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connectionOf(connection).begin()
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connectionOf(connection).end('commit')
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connectionOf(connection).end('rollback')
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    await this.#writing
    this.#reader?.close()
    this.#writer?.close()
    this.#reader = undefined
    this.#writer = undefined
  }

  /** Waits until the caller may write. Returns a function that releases the write access. */
  async #acquire(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const before = this.#writing
    this.#writing = promise
    await before
    if (this.#brokenBy === undefined) return resolve
    resolve()
    throw this.#brokenBy
  }

  #noteFault(error: unknown): void {
    if (!isDiskBroken(error) || this.#brokenBy !== undefined) return
    this.#brokenBy = error
    this.#onBroken(error)
  }
}

/** The functions of the driver that a writing connection uses. */
interface Writing {
  /** Waits until the caller may write. Returns a function that releases the write access. */
  acquire: () => Promise<() => void>
  /** Called with the error of every statement that failed. */
  failed: (error: unknown) => void
  lockWaitMs: number
}

function connectionOf(connection: DatabaseConnection): SqliteConnection {
  if (connection instanceof SqliteConnection) return connection
  throw new TypeError('A connection of another driver')
}

/** The connection for one query or one transaction. Reads use the reading connection unless a transaction is open. */
class SqliteConnection implements DatabaseConnection {
  readonly #writer: PreparedDatabase
  readonly #reader: PreparedDatabase
  readonly #writing: Writing
  #release: (() => void) | undefined

  constructor(writer: PreparedDatabase, reader: PreparedDatabase, writing: Writing) {
    this.#writer = writer
    this.#reader = reader
    this.#writing = writing
  }

  async executeQuery<R>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#release !== undefined) return this.#write(sql, parameters)
    if (query.kind === 'SelectQueryNode') return this.#reader.execute(sql, parameters)
    const since = performance.now()
    const release = await this.#writing.acquire()
    try {
      return await this.#whenUnlocked(since, () => this.#write<R>(sql, parameters))
    } finally {
      release()
    }
  }

  // oxlint-disable-next-line require-yield
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('SQLite answers are read page by page, not streamed')
  }

  #write<R>(sql: string, parameters: readonly unknown[]): QueryResult<R> {
    try {
      return this.#writer.execute<R>(sql, parameters)
    } catch (error) {
      this.#writing.failed(error)
      throw error
    }
  }

  /**
   * `since` is the time at which the write was requested: the time that the write has already waited for other writes
   * counts against the limit.
   */
  async #whenUnlocked<T>(since: number, act: () => T): Promise<T> {
    return whenUnlocked(since + this.#writing.lockWaitMs, act)
  }

  async begin(): Promise<void> {
    const since = performance.now()
    const release = await this.#writing.acquire()
    try {
      await this.#whenUnlocked(since, () => this.#write('begin immediate', []))
      this.#release = release
    } catch (error) {
      release()
      throw error
    }
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    const release = this.#release
    if (release === undefined) return
    try {
      if (how === 'commit') await this.#whenUnlocked(performance.now(), () => this.#write('commit', []))
      else this.#write('rollback', [])
    } catch (error) {
      // Kysely rolls back after a failed commit, so the write access is held until that rollback.
      if (how === 'commit') throw error
      // After some faults (disk full, I/O) SQLite has already ended the transaction itself. Then there is nothing to
      // roll back.
    }
    this.#release = undefined
    release()
  }
}

/**
 * Retries until no other process holds the lock, without blocking.
 * @throws DatabaseBusy after the deadline
 */
async function whenUnlocked<T>(deadline: number, act: () => T): Promise<T> {
  for (;;) {
    try {
      return act()
    } catch (error) {
      if (!isSqliteLocked(error)) throw error
      if (performance.now() > deadline) throw new DatabaseBusy()
      // The pause is random, so that this process does not stay in step with another process that waits or writes
      // periodically.
      await pause(1 + Math.random() * LOOK_AGAIN_MS)
    }
  }
}
