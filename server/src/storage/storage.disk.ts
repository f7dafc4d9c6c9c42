import { randomUUID } from 'node:crypto'
import {
  chmod,
  constants,
  copyFile,
  link,
  lstat,
  mkdir,
  open,
  opendir,
  readdir,
  rename,
  rm,
  statfs,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { nameOfFile, newNames, pathOfName } from './names.ts'
import { isOnOwnDisk } from './own-disk.ts'
import { FILE_MODE, stageAt } from './staged-file.ts'
import type { Keepable, StagedFile, Storage, StorageArea } from './storage.ts'
import { fileOpener } from './stored-file.ts'

const FOLDER_MODE = 0o750
/** As many as the process has threads for files; more would only wait. */
const FILES_AT_ONCE = 4

/** Files in folders below `root`: `area/ab/cd/abcd…`, and `staged/` for what is still coming. */
export async function openDiskStorage(root: string): Promise<Storage> {
  const stages = join(root, 'staged')
  await mkdir(stages, { recursive: true, mode: FOLDER_MODE })

  /** Devices whose files cannot share their bytes with ours: asked once, not for every file. */
  const unshared = new Set<number>()

  const opener = fileOpener({ mayBlock: await isOnOwnDisk(root) })
  const newStage = () => join(stages, `${randomUUID()}.part`)

  function pathOf(name: string, label?: string): string {
    const { folder, file } = pathOfName(name, label)
    return join(root, folder, file)
  }

  /** Makes the folder and its parents, and makes their existence safe. */
  async function makeFolder(folder: string): Promise<void> {
    const first = await mkdir(folder, { recursive: true, mode: FOLDER_MODE })
    if (first === undefined) return
    for (let made = folder; made.length >= first.length; made = dirname(made)) await syncPath(dirname(made))
  }

  /** A finished file on the stage, with its bytes safe on the disk. */
  async function stagedPathOf(item: Keepable): Promise<string> {
    if (item.from === 'stage') {
      await item.file.finish()
      return item.file.path
    }
    const path = newStage()
    try {
      await takeOver(item.path, path, item.link, unshared)
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
    return path
  }

  return {
    stage: async () => stageAt(newStage()),

    keep: async (area, files) => {
      const names = newNames(area, files.length)
      const [first] = names
      if (first === undefined) return names
      const folder = dirname(pathOf(first))
      await makeFolder(folder)
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

    keepVariant: async (name, label, bytes) => {
      const target = pathOf(name, label)
      const file: StagedFile = await stageAt(newStage())
      try {
        await file.write(bytes)
        await file.finish()
        await makeFolder(dirname(target))
        await rename(file.path, target)
        opener.forget(target)
      } catch (error) {
        await file.discard()
        throw error
      }
    },

    open: async (name, label) => opener.open(pathOf(name, label)),

    remove: async (names) => {
      const byFolder = Map.groupBy(names, (name) => dirname(pathOf(name)))
      for (const [folder, its] of byFolder) {
        const own = new Set(its.map((name) => pathOfName(name).file))
        const present = await readdir(folder).catch(emptyIfMissing)
        const doomed = present.filter((file) => own.has(file.split('-')[0] ?? file))
        await eachOf(doomed, async (file) => {
          const path = join(folder, file)
          await rm(path, { force: true })
          opener.forget(path)
        })
      }
    },

    list: (area, before) => listArea(root, area, before),

    freeBytes: async () => {
      const { bavail, bsize } = await statfs(root)
      return bavail * bsize
    },

    clearStages: async (before) => {
      for (const file of await readdir(stages)) {
        const path = join(stages, file)
        const facts = await lstat(path).catch(undefinedIfMissing)
        if (facts !== undefined && facts.mtime < before) await rm(path, { force: true })
      }
    },
  }
}

/** Shares the bytes where the file system can, else links or copies them. @throws when the original is no plain file */
async function takeOver(
  original: string,
  path: string,
  mayLink: boolean,
  unshared: Set<number>,
): Promise<void> {
  const facts = await lstat(original)
  if (!facts.isFile()) throw new Error(`Not a plain file: ${original}`)
  const { COPYFILE_EXCL, COPYFILE_FICLONE_FORCE } = constants
  const isShared =
    !unshared.has(facts.dev) &&
    (await succeeds(copyFile(original, path, COPYFILE_EXCL | COPYFILE_FICLONE_FORCE)))
  if (!isShared) unshared.add(facts.dev)
  const isLinked = !isShared && mayLink && (await succeeds(link(original, path)))
  if (!isShared && !isLinked) await copyFile(original, path, COPYFILE_EXCL)
  // A hard link has one mode with its original, and that one belongs to its owner.
  if (!isLinked) await chmod(path, FILE_MODE)
  await syncPath(path)
}

async function succeeds(attempt: Promise<void>): Promise<boolean> {
  return attempt.then(
    () => true,
    () => false,
  )
}

async function* listArea(root: string, area: StorageArea, before: Date): AsyncGenerator<string> {
  const top = join(root, area)
  for (const outer of await readdir(top).catch(emptyIfMissing)) {
    for (const inner of await readdir(join(top, outer))) {
      const folder = join(top, outer, inner)
      for await (const { name: file } of await opendir(folder)) {
        const name = nameOfFile(area, file)
        // The moment of the last change to the file's place, for a linked file's own times are older.
        const facts = name && (await lstat(join(folder, file)).catch(undefinedIfMissing))
        if (name !== undefined && facts && facts.ctime < before) yield name
      }
    }
  }
}

/** Brings a file's bytes or a folder's entries onto the disk. */
async function syncPath(path: string): Promise<void> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function eachOf<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values()
  const outcomes = await Promise.allSettled(
    Array.from({ length: FILES_AT_ONCE }, async () => {
      for (const item of queue) await act(item)
    }),
  )
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}

function emptyIfMissing(error: unknown): string[] {
  if (isMissing(error)) return []
  throw error
}

function undefinedIfMissing(error: unknown): undefined {
  if (isMissing(error)) return undefined
  throw error
}
