import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '#database/open.ts'
import { emptyIfMissing, undefinedIfMissing } from '#storage/disk/missing.ts'
import { fileOpener } from '#storage/disk/stored-file.ts'
import type { StoredFile } from '#storage/storage.ts'
import { sourceOf } from './quality-file.ts'

/** An incomplete file counts as abandoned when nothing was written to it for this time. */
const ABANDONED_AFTER_MS = 60 * 60_000
const BEGUN = /\.begun-[0-9a-f]+$/
/** Maximum number of source files that are looked up with one statement. */
const NAMES_AT_ONCE = 500
const FOLDER_MODE = 0o700

/** The cache of encoded files: a folder of this machine. The least recently used files are removed first. */
export interface QualityCache {
  /** Creates the folder when it is missing. */
  prepare(): Promise<void>
  pathOf(name: string): string
  /** Opens a complete file and marks it as used. */
  open(name: string): Promise<StoredFile | undefined>
  /** Removes the least recently used files until the others fit into the limit. */
  shrink(): Promise<void>
  /** Removes files whose track was deleted, and abandoned incomplete files. */
  cleanUp(db: Database, now: Date): Promise<void>
}

/** Opens the cache in a folder, which several processes may use. */
export function qualityCache(folder: string, maxBytes: number): QualityCache {
  const files = fileOpener({ mayBlock: false })
  const pathOf = (name: string) => join(folder, name)

  async function remove(name: string): Promise<void> {
    files.evict(pathOf(name))
    await rm(pathOf(name), { force: true })
  }

  return {
    prepare: async () => void (await mkdir(folder, { recursive: true, mode: FOLDER_MODE })),
    pathOf,
    open: async (name) => {
      const file = await files.open(pathOf(name))
      const now = new Date()
      if (file !== undefined) await utimes(pathOf(name), now, now).catch(undefinedIfMissing)
      return file
    },
    shrink: async () => {
      const found: { name: string; sizeBytes: number; usedAt: number }[] = []
      for (const name of await readdir(folder).catch(emptyIfMissing)) {
        if (sourceOf(name) === undefined) continue
        const known = await stat(pathOf(name)).catch(undefinedIfMissing)
        if (known !== undefined) found.push({ name, sizeBytes: known.size, usedAt: known.mtimeMs })
      }
      found.sort((one, other) => other.usedAt - one.usedAt)
      let sizeBytes = 0
      for (const file of found) {
        sizeBytes += file.sizeBytes
        if (sizeBytes > maxBytes) await remove(file.name)
      }
    },
    cleanUp: async (db, now) => {
      const names = await readdir(folder).catch(emptyIfMissing)
      for (const name of names.filter((each) => BEGUN.test(each))) {
        const known = await stat(pathOf(name)).catch(undefinedIfMissing)
        if (known !== undefined && now.getTime() - known.mtimeMs > ABANDONED_AFTER_MS) await remove(name)
      }
      const whole = names.filter((name) => sourceOf(name) !== undefined)
      for (let first = 0; first < whole.length; first += NAMES_AT_ONCE) {
        const some = whole.slice(first, first + NAMES_AT_ONCE)
        const existing = await existingFiles(
          db,
          some.flatMap((name) => sourceOf(name) ?? []),
        )
        for (const name of some) if (!existing.has(sourceOf(name) ?? '')) await remove(name)
      }
    },
  }
}

async function existingFiles(db: Database, storageNames: readonly string[]): Promise<Set<string>> {
  const tracks = await db
    .selectFrom('tracks')
    .select('storageName')
    .where('storageName', 'in', storageNames)
    .union(db.selectFrom('trackFiles').select('storageName').where('storageName', 'in', storageNames))
    .execute()
  return new Set(tracks.flatMap(({ storageName }) => storageName ?? []))
}
