import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { isSqliteLocked } from '#database/faults.ts'
import { OperatorError } from '#platform/operator-error.ts'

const LOOK_AGAIN_MS = 100
const REPORT_AFTER_MS = 3000

/**
 * A lock of a data folder. Any number of processes may use the folder at once. Only one process at a time may prepare
 * it (check and migrate the database). A process that replaces the database needs the folder exclusively. The lock is
 * SQLite's own lock on a small file, which the system releases however a process ends.
 */
export interface FolderLock {
  /** Changes the lock from preparing to using. */
  prepared(): void
  release(): void
}

/** The error when the folder is in use, so that nothing in it may be replaced. */
export class FolderInUse extends OperatorError {
  constructor(folder: string) {
    super(`A server or another command works with ${folder}. Stop it first.`)
    this.name = 'FolderInUse'
  }
}

/** Waits until no other process prepares the folder, and locks it. `onWait` is called when this takes a while. */
export async function lockToPrepare(folder: string, onWait: () => void): Promise<FolderLock> {
  const database = openLock(folder)
  const since = performance.now()
  let hasReported = false
  while (!tries(database, 'begin immediate')) {
    await pause(LOOK_AGAIN_MS)
    if (hasReported || performance.now() - since < REPORT_AFTER_MS) continue
    hasReported = true
    onWait()
  }
  return {
    prepared: () => {
      database.exec('rollback; begin')
      database.prepare('select count(*) from sqlite_master').get()
    },
    release: () => database.close(),
  }
}

/**
 * Locks the folder exclusively, to replace its contents.
 * @throws FolderInUse
 */
export function lockAlone(folder: string): { release: () => void } {
  return lockFileAlone(openLock(folder), folder)
}

/**
 * Locks the backups of an archive in a destination, because each backup deletes media to which no backup refers.
 * @throws FolderInUse while another process of this machine makes or reads a backup in the destination
 */
export function lockBackups(dataFolder: string, destination: string): { release: () => void } {
  if (!destination.startsWith('s3://')) return lockAlone(destination)
  return lockFileAlone(new DatabaseSync(join(dataFolder, 'backup.lock'), { timeout: 0 }), destination)
}

/**
 * Locks the temporary folder of restore rehearsals in a data folder.
 * @throws FolderInUse while another process rehearses a restore
 */
export function lockRehearsals(dataFolder: string): { release: () => void } {
  return lockFileAlone(
    new DatabaseSync(join(dataFolder, 'rehearsal.lock'), { timeout: 0 }),
    join(dataFolder, 'rehearsal'),
  )
}

function lockFileAlone(database: DatabaseSync, destination: string): { release: () => void } {
  if (!tries(database, 'begin exclusive')) {
    database.close()
    throw new FolderInUse(destination)
  }
  return { release: () => database.close() }
}

function openLock(folder: string): DatabaseSync {
  return new DatabaseSync(join(folder, 'in-use.lock'), { timeout: 0 })
}

function tries(database: DatabaseSync, statement: string): boolean {
  try {
    database.exec(statement)
    return true
  } catch (error) {
    if (isSqliteLocked(error)) return false
    throw error
  }
}
