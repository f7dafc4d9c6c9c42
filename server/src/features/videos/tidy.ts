import type { Services } from '#services.ts'
import * as store from './store.ts'

type Needs = Pick<Services, 'db' | 'storage' | 'log'>

/** Names asked for in one statement. */
const NAMES_AT_ONCE = 500
/** Younger files may belong to rows that are just being written. */
const UNUSED_AFTER_MS = 24 * 60 * 60 * 1000

/**
 * Removes files that no video names. Asks the database first: a commit may have succeeded although its answer was lost.
 * What cannot be asked stays for `tidyVideos`.
 */
export async function removeUnused({ db, storage, log }: Needs, names: readonly string[]): Promise<void> {
  try {
    if (names.length === 0) return
    const used = await store.usedFiles(db, names)
    await storage.remove(names.filter((name) => !used.has(name)))
  } catch (error) {
    log.warn({ err: error }, 'files of a change that failed stay for a while')
  }
}

/** Removes what a crash has left: files that no row names. To be called now and then. */
export async function tidyVideos(services: Pick<Services, 'db' | 'storage' | 'log' | 'now'>): Promise<void> {
  const before = new Date(services.now().getTime() - UNUSED_AFTER_MS)
  for (const area of ['videos', 'thumbnails'] as const) {
    const names: string[] = []
    for await (const name of services.storage.list(area, before)) {
      names.push(name)
      if (names.length >= NAMES_AT_ONCE) await removeUnused(services, names.splice(0))
    }
    await removeUnused(services, names)
  }
}
