import type { Database } from '#database/open.ts'
import type { Services } from '#services.ts'

type Needs = Pick<Services, 'db' | 'storage' | 'log'>

/** Names asked for in one statement. */
const NAMES_AT_ONCE = 500
/** Younger files may belong to rows that are just being written. */
const UNUSED_AFTER_MS = 24 * 60 * 60 * 1000

/**
 * Removes files that were kept for rows which then were not written. Asks the database first: a commit may have
 * succeeded although its answer was lost. What cannot be asked stays for `tidyArchiveFiles`.
 */
export async function removeUnused({ db, storage, log }: Needs, names: readonly string[]): Promise<void> {
  try {
    await storage.remove(await unusedOf(db, names))
  } catch (error) {
    log.warn({ err: error }, 'files of a change that failed stay for a while')
  }
}

/** Removes what a crash has left: files that no row names. To be called now and then. @returns how many */
export async function tidyArchiveFiles({
  db,
  storage,
  now,
}: Pick<Services, 'db' | 'storage' | 'now'>): Promise<number> {
  const before = new Date(now().getTime() - UNUSED_AFTER_MS)
  let removed = 0
  for (const area of ['tracks', 'covers'] as const) {
    const names: string[] = []
    const tidy = async () => {
      const unused = await unusedOf(db, names.splice(0))
      await storage.remove(unused)
      removed += unused.length
    }
    for await (const name of storage.list(area, before)) {
      names.push(name)
      if (names.length >= NAMES_AT_ONCE) await tidy()
    }
    await tidy()
  }
  return removed
}

async function unusedOf(db: Database, names: readonly string[]): Promise<string[]> {
  const used = new Set<string | null>()
  for (let start = 0; start < names.length; start += NAMES_AT_ONCE) {
    const some = names.slice(start, start + NAMES_AT_ONCE)
    for (const table of ['tracks', 'covers'] as const) {
      const rows = await db.selectFrom(table).select('storageName').where('storageName', 'in', some).execute()
      for (const { storageName } of rows) used.add(storageName)
    }
  }
  return names.filter((name) => !used.has(name))
}
