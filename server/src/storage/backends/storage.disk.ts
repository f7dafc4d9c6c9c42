import { chmod, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { eachOf } from '../each-of.ts'
import { emptyIfMissing } from '../disk/missing.ts'
import { newNames, pathOfName } from '../names.ts'
import { isOnOwnDisk } from '../disk/own-disk.ts'
import { createSharedFolder, FOLDER_MODE } from '../disk/shared-folder.ts'
import { openStages } from '../disk/stages.ts'
import { entriesOf, namesBefore } from '../disk/stored-entries.ts'
import { fileOpener } from '../disk/stored-file.ts'
import { syncFile, syncPath } from '../disk/sync-path.ts'
import { takeOver } from '../disk/take-over.ts'
import type { MovableStorage, StagedFile, Storable, StoredEntry } from '../storage.ts'

/**
 * Stores files in folders below `root`, at `area/ab/cd/abcd…`. Files that are still arriving are in `staged/`. With
 * `offloads` a web server in front of this server sends the bytes.
 */
export async function openDiskStorage(
  root: string,
  { offloads = false }: { offloads?: boolean } = {},
): Promise<MovableStorage> {
  // The media folder gets the mode for shared folders. The folders above it stay private.
  if ((await mkdir(root, { recursive: true })) !== undefined) await chmod(root, FOLDER_MODE)
  const stages = await openStages(root)

  /**
   * The ids of devices from which files cannot be cloned into the storage. This is determined once for each device
   * instead of for every file.
   */
  const unshared = new Set<number>()

  const opener = fileOpener({ mayBlock: await isOnOwnDisk(root) })

  function pathOf(name: string, label?: string): string {
    const { folder, file } = pathOfName(name, label)
    return join(root, folder, file)
  }

  /** Creates the folder and its parents, and syncs the directory entries of the new folders. */
  async function createFolder(folder: string): Promise<void> {
    for (const made of await createSharedFolder(folder)) await syncPath(dirname(made))
  }

  /** Moves a staged file to its final path and syncs it to the disk. */
  async function place({ name, label }: StoredEntry, file: StagedFile): Promise<void> {
    const target = pathOf(name, label)
    await file.finish()
    await createFolder(dirname(target))
    await rename(file.path, target)
    opener.evict(target)
  }

  return {
    stage: async () => stages.open(),

    save: async (area, files) => {
      const names = newNames(area, files.length)
      const [first] = names
      if (first === undefined) return names
      const folder = dirname(pathOf(first))
      await createFolder(folder)
      const pairs = files.map((item, index) => ({ item, target: pathOf(names[index] ?? '') }))
      try {
        await eachOf(pairs, async ({ item, target }) => bringTo(target, item, unshared))
        // The files are synced after all of them were written, because the first sync then does most of the work for
        // all files.
        await eachOf(pairs, async ({ item, target }) => (item.from === 'path' ? syncFile(target) : undefined))
        await syncPath(folder)
      } catch (error) {
        await Promise.all(pairs.map(({ target }) => rm(target, { force: true })))
        throw error
      }
      return names
    },

    saveVariant: async (name, label, bytes) => {
      const file = await stages.open()
      try {
        await file.write(bytes)
        await place({ name, label }, file)
      } catch (error) {
        await file.discard()
        throw error
      }
    },

    saveAs: async (entry, file) => {
      await place(entry, file)
      await syncPath(dirname(pathOf(entry.name, entry.label)))
    },

    pathOf,

    open: async (name, label) => {
      const { folder, file } = pathOfName(name, label)
      const path = `${folder}/${file}`
      return opener.open(join(root, path), offloads ? { kind: 'path', path } : undefined)
    },

    remove: async (names) => {
      const byFolder = Map.groupBy(names, (name) => dirname(pathOf(name)))
      for (const [folder, its] of byFolder) {
        const own = new Set(its.map((name) => pathOfName(name).file))
        const present = await readdir(folder).catch(emptyIfMissing)
        const doomed = present.filter((file) => own.has(file.split('-')[0] ?? file))
        await eachOf(doomed, async (file) => {
          const path = join(folder, file)
          await rm(path, { force: true })
          opener.evict(path)
        })
      }
    },

    list: (area, before) => namesBefore(root, area, before),
    entries: () => entriesOf(root),
    freeBytes: async () => stages.freeBytes(),
    clearStages: async (before) => stages.clear(before),
    close: () => {},
  }
}

/** Moves or copies a file to its final path. A file from a stage is already synced. */
async function bringTo(target: string, item: Storable, unshared: Set<number>): Promise<void> {
  if (item.from === 'path') return takeOver(item, target, unshared)
  await item.file.finish()
  await rename(item.file.path, target)
}
