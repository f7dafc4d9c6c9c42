/** Maximum number of files and folders that are read from one drop, and maximum depth of folders. */
const ENTRIES_MAX = 2000
const DEPTH_MAX = 8

/** The dropped entries, if at least one of them is a folder; otherwise empty. Call this while the event is handled. */
export function foldersIn({ items }: DataTransfer): FileSystemEntry[] {
  const entries = Array.from(items).flatMap((item) => item.webkitGetAsEntry() ?? [])
  return entries.some((entry) => entry.isDirectory) ? entries : []
}

/** All files in these folders and their subfolders. Each folder is sorted by name; hidden files are left out. */
export async function filesBelow(entries: readonly FileSystemEntry[]): Promise<File[]> {
  const files: File[] = []
  let left = ENTRIES_MAX
  async function walk(level: readonly FileSystemEntry[], depth: number): Promise<void> {
    for (const entry of inOrder(level)) {
      if (left <= 0 || entry.name.startsWith('.')) continue
      left -= 1
      if (isFile(entry)) {
        const file = await fileOf(entry)
        if (file !== undefined) files.push(file)
      } else if (isFolder(entry) && depth < DEPTH_MAX) await walk(await entriesOf(entry, left), depth + 1)
    }
  }
  await walk(entries, 0)
  return files
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

function inOrder(entries: readonly FileSystemEntry[]): FileSystemEntry[] {
  return entries.toSorted((a, b) => a.name.localeCompare(b.name, 'de', { numeric: true }))
}

/**
 * Reads the entries of a folder. Browsers return them in batches, until a batch is empty. A folder that cannot be read
 * counts as empty.
 */
async function entriesOf(folder: FileSystemDirectoryEntry, most: number): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const entries: FileSystemEntry[] = []
  while (entries.length < most) {
    const { promise, resolve } = Promise.withResolvers<FileSystemEntry[]>()
    reader.readEntries(resolve, () => resolve([]))
    const part = await promise
    if (part.length === 0) break
    entries.push(...part)
  }
  return entries
}

async function fileOf(entry: FileSystemFileEntry): Promise<File | undefined> {
  const { promise, resolve } = Promise.withResolvers<File | undefined>()
  entry.file(resolve, () => resolve(undefined))
  return promise
}
