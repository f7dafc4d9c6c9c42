import type { Log } from '#platform/log.ts'
import type { Storage, StorageArea } from './storage.ts'

/** Maximum number of names in one statement. */
const NAMES_AT_ONCE = 500
/** Age from which a file without a row is removed. The row of a younger file may still be being written. */
const UNUSED_AFTER_MS = 24 * 60 * 60 * 1000

/** Returns those of the given storage names that rows refer to. Unknown names are allowed. */
export type FindUsed = (names: readonly string[]) => Promise<ReadonlySet<string | null>>

/**
 * Removes the stored files of a change that has failed. The database is queried first, because the commit may have
 * succeeded although its response was lost. When the query fails, the files stay until `cleanUpUnusedFiles` removes
 * them.
 */
export async function removeUnusedFiles(
  { storage, log }: { storage: Storage; log: Log },
  names: readonly string[],
  findUsed: FindUsed,
): Promise<void> {
  try {
    await removeUnused(storage, names, findUsed)
  } catch (error) {
    log.warn({ err: error }, 'files of a change that failed stay for a while')
  }
}

/**
 * Removes files that no row refers to, such as those that a crash has left.
 * @returns the number of removed files
 */
export async function cleanUpUnusedFiles(
  { storage, now }: { storage: Storage; now: () => Date },
  areas: readonly StorageArea[],
  findUsed: FindUsed,
): Promise<number> {
  const before = new Date(now().getTime() - UNUSED_AFTER_MS)
  let removed = 0
  for (const area of areas) {
    const names: string[] = []
    for await (const name of storage.list(area, before)) {
      names.push(name)
      if (names.length >= NAMES_AT_ONCE) removed += await removeUnused(storage, names.splice(0), findUsed)
    }
    removed += await removeUnused(storage, names, findUsed)
  }
  return removed
}

async function removeUnused(storage: Storage, names: readonly string[], findUsed: FindUsed): Promise<number> {
  const unused: string[] = []
  for (let start = 0; start < names.length; start += NAMES_AT_ONCE) {
    const some = names.slice(start, start + NAMES_AT_ONCE)
    const used = await findUsed(some)
    unused.push(...some.filter((name) => !used.has(name)))
  }
  await storage.remove(unused)
  return unused.length
}
