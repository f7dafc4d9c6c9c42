import {
  chmod,
  constants,
  copyFile,
  link,
  lstat,
  mkdir,
  opendir,
  readdir,
  rename,
  rm,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { eachOf } from './each-of.ts'
import { emptyIfMissing, undefinedIfMissing } from './disk/missing.ts'
import { nameOfFile, nameOfKey, newNames, pathOfName } from './names.ts'
import { isOnOwnDisk } from './disk/own-disk.ts'
import { openStages } from './disk/stages.ts'
import { FILE_MODE } from './disk/staged-file.ts'
import {
  type Storable,
  type MovableStorage,
  type StagedFile,
  STORAGE_AREAS,
  type StorageArea,
  type StoredEntry,
} from './storage.ts'
import { fileOpener } from './disk/stored-file.ts'
import { syncPath } from './disk/sync-path.ts'

/**
 * Stores files in folders below `root`: `area/ab/cd/abcd…`, and `staged/` for those that are still arriving.
 * `offloads`: a web server in front sends the bytes.
 */
export async function openDiskStorage(
  root: string,
  { offloads = false }: { offloads?: boolean } = {},
): Promise<MovableStorage> {
  // The folders above the root are not shared.
  if ((await mkdir(root, { recursive: true })) !== undefined) await chmod(root, FOLDER_MODE)
  const stages = await openStages(root)

  /**
   * Devices whose files cannot be cloned into the storage: determined once per device, not for every file.
   */
  const unshared = new Set<number>()

  const opener = fileOpener({ mayBlock: await isOnOwnDisk(root) })

  function pathOf(name: string, label?: string): string {
    const { folder, file } = pathOfName(name, label)
    return join(root, folder, file)
  }

  /** Creates the folder and its parents and syncs their entries. */
  async function createFolder(folder: string): Promise<void> {
    for (const made of await createSharedFolder(folder)) await syncPath(dirname(made))
  }

  /** The path of a finished staged file, synced to the disk. */
  async function stagedPathOf(item: Storable): Promise<string> {
    if (item.from === 'stage') {
      await item.file.finish()
      return item.file.path
    }
    const path = stages.newPath()
    try {
      await takeOver(item.path, path, item.link, unshared)
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
    return path
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
        await eachOf(pairs, async ({ item, target }) => rename(await stagedPathOf(item), target))
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

    list: async function* (area, before) {
      for await (const { folder, file } of filesOf(root, area)) {
        const name = nameOfFile(area, file)
        // The change time of the directory entry, because a hard-linked file's own modification time is
        // older.
        const info = name && (await lstat(join(folder, file)).catch(undefinedIfMissing))
        if (name !== undefined && info && info.ctime < before) yield name
      }
    },

    entries: async function* () {
      for (const area of STORAGE_AREAS) {
        for await (const { folder, file } of filesOf(root, area)) {
          const entry = nameOfKey(`${area}/${file}`)
          const info = entry && (await lstat(join(folder, file)).catch(undefinedIfMissing))
          if (entry !== undefined && info) yield { ...entry, sizeBytes: info.size }
        }
      }
    },

    freeBytes: async () => stages.freeBytes(),
    clearStages: async (before) => stages.clear(before),
    close: () => {},
  }
}

/** Readable by the group, as the files are. */
const FOLDER_MODE = 0o750

/**
 * Creates the folder and its parents for media.
 * @returns the created folders, the innermost first
 */
async function createSharedFolder(folder: string): Promise<string[]> {
  const first = await mkdir(folder, { recursive: true })
  const made: string[] = []
  if (first === undefined) return made
  for (let path = folder; path.length >= first.length; path = dirname(path)) {
    // The umask keeps folders private to the process; media folders are shared on purpose.
    await chmod(path, FOLDER_MODE)
    made.push(path)
  }
  return made
}

/**
 * Clones the bytes where the file system can, otherwise links or copies them.
 * @throws when the source is not a regular file
 */
async function takeOver(
  original: string,
  path: string,
  mayLink: boolean,
  unshared: Set<number>,
): Promise<void> {
  const info = await lstat(original)
  if (!info.isFile()) throw new Error(`Not a plain file: ${original}`)
  const { COPYFILE_EXCL, COPYFILE_FICLONE_FORCE } = constants
  const isShared =
    !unshared.has(info.dev) &&
    (await succeeds(copyFile(original, path, COPYFILE_EXCL | COPYFILE_FICLONE_FORCE)))
  if (!isShared) unshared.add(info.dev)
  const isLinked = !isShared && mayLink && (await succeeds(link(original, path)))
  if (!isShared && !isLinked) await copyFile(original, path, COPYFILE_EXCL)
  // A hard link shares its mode with the original, which its owner decides.
  if (!isLinked) await chmod(path, FILE_MODE)
  await syncPath(path)
}

async function succeeds(attempt: Promise<void>): Promise<boolean> {
  return attempt.then(
    () => true,
    () => false,
  )
}

async function* filesOf(root: string, area: StorageArea): AsyncGenerator<{ folder: string; file: string }> {
  const top = join(root, area)
  for (const outer of await readdir(top).catch(emptyIfMissing)) {
    for (const inner of await readdir(join(top, outer))) {
      const folder = join(top, outer, inner)
      for await (const { name: file } of await opendir(folder)) yield { folder, file }
    }
  }
}
