import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { isSqliteLocked } from '#database/faults.ts'

const LOOK_AGAIN_MS = 100
const REPORT_AFTER_MS = 3000

/**
 * Who may do what with a data folder: any number of processes use it at once, one at a time prepares it (checks,
 * migrates), and whoever replaces its database does so alone. It is SQLite's own lock on a small file, which the system
 * lets go however a process ends.
 */
export interface FolderLock {
  /** From preparing to using. */
  prepared(): void
  release(): void
}

/** The folder is in use, so nothing in it may be replaced. */
export class FolderInUse extends Error {
  constructor(folder: string) {
    super(`A server or another command works with ${folder}. Stop it first.`)
    this.name = 'FolderInUse'
  }
}

/** Waits until nobody else prepares the folder. `onWait` is told when that takes a while. */
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

/** For whoever replaces what is in the folder. @throws FolderInUse */
export function lockAlone(folder: string): { release: () => void } {
  return lockFileAlone(openLock(folder), folder)
}

/**
 * For whoever makes a backup of that archive in that place: each cleans up what no backup names.
 * @throws FolderInUse while another process of this machine makes one there
 */
export function lockBackups(dataFolder: string, destination: string): { release: () => void } {
  return lockFileAlone(new DatabaseSync(join(dataFolder, 'backup.lock'), { timeout: 0 }), destination)
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
