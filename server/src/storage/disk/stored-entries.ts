import { lstat, opendir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { nameOfFile, nameOfKey } from '../names.ts'
import { type ListedEntry, STORAGE_AREAS, type StorageArea } from '../storage.ts'
import { emptyIfMissing, undefinedIfMissing } from './missing.ts'

/** The storage names of the files in an area that were stored before a time. */
export async function* namesBefore(root: string, area: StorageArea, before: Date): AsyncGenerator<string> {
  for await (const { folder, file } of filesOf(root, area)) {
    const name = nameOfFile(area, file)
    // The change time is when the file was stored. A hard link keeps the older modification time of the original.
    const info = name && (await lstat(join(folder, file)).catch(undefinedIfMissing))
    if (name !== undefined && info && info.ctime < before) yield name
  }
}

/** All stored files and their variants. */
export async function* entriesOf(root: string): AsyncGenerator<ListedEntry> {
  for (const area of STORAGE_AREAS) {
    for await (const { folder, file } of filesOf(root, area)) {
      const entry = nameOfKey(`${area}/${file}`)
      const info = entry && (await lstat(join(folder, file), { bigint: true }).catch(undefinedIfMissing))
      if (entry === undefined || !info) continue
      // Contains the change time, because programs cannot set it back, unlike the modification time.
      const stamp = `${info.ino}-${info.size}-${info.mtimeNs}-${info.ctimeNs}`
      yield { ...entry, sizeBytes: Number(info.size), stamp }
    }
  }
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
