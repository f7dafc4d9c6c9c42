import { randomUUID } from 'node:crypto'
import { lstat, mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { emptyIfMissing, undefinedIfMissing } from '#storage/disk/missing.ts'
import { syncPath } from '#storage/disk/sync-path.ts'
import type { BackupDestination } from './backup-destination.ts'
import { chunksOfPath } from '../../hashed-bytes.ts'

const FOLDER_MODE = 0o700
const FILE_MODE = 0o600
/** The ending of a file's name while the file is being written. */
const UNFINISHED = '.part'

/** A destination for backups in a folder, which only its owner can read. */
export function backupFolder(root: string): BackupDestination {
  return {
    name: root,
    list: async function* (folder) {
      const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(
        emptyIfMissing,
      )
      for (const entry of entries) {
        if (!entry.isFile() || entry.name.endsWith(UNFINISHED)) continue
        const path = join(entry.parentPath, entry.name)
        yield { path: relative(root, path).split(sep).join('/'), sizeBytes: (await lstat(path)).size }
      }
    },
    read: async (path) => {
      const digest = await lstat(join(root, path)).catch(undefinedIfMissing)
      if (digest?.isFile() !== true) return undefined
      return chunksOfPath(join(root, path))
    },
    write: async (path, bytes) => {
      const target = join(root, path)
      const firstMade = await mkdir(dirname(target), { recursive: true, mode: FOLDER_MODE })
      const aside = `${target}.${randomUUID()}${UNFINISHED}`
      try {
        const handle = await open(aside, 'wx', FILE_MODE)
        try {
          for await (const chunk of bytes) await handle.writeFile(chunk)
          await handle.sync()
        } finally {
          await handle.close()
        }
        await rename(aside, target)
      } catch (error) {
        await rm(aside, { force: true })
        throw error
      }
      await syncPath(dirname(target))
      // New folders are durable only after their parent folders were synced.
      if (firstMade === undefined) return
      for (let folder = dirname(target); folder.length >= firstMade.length; folder = dirname(folder))
        await syncPath(dirname(folder))
    },
    remove: async (path) => {
      await rm(join(root, path), { force: true })
      // Removes folders that have become empty.
      for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
        const isGone = await rmdir(join(root, folder)).then(
          () => true,
          () => false,
        )
        if (!isGone) return
      }
    },
    clearUnfinished: async (before) => {
      const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(emptyIfMissing)
      for (const { name, parentPath } of entries.filter((entry) => entry.isFile())) {
        if (!name.endsWith(UNFINISHED)) continue
        const path = join(parentPath, name)
        const info = await lstat(path).catch(undefinedIfMissing)
        if (info !== undefined && info.mtime < before) await rm(path, { force: true })
      }
    },
    close: () => {},
  }
}
