/* The files of the copies, in the origin private file system: `copies/{account}/{version}`. */

const FOLDER = 'copies'

async function root(): Promise<FileSystemDirectoryHandle> {
  return navigator.storage.getDirectory()
}

/** The folder with the files of an account; undefined when it does not exist. */
async function findFolder(userId: string): Promise<FileSystemDirectoryHandle | undefined> {
  try {
    return await (await (await root()).getDirectoryHandle(FOLDER)).getDirectoryHandle(userId)
  } catch (failure) {
    if (failure instanceof DOMException && failure.name === 'NotFoundError') return undefined
    throw failure
  }
}

/** The folder with the files of an account. It is created if it does not exist. */
async function makeFolder(userId: string): Promise<FileSystemDirectoryHandle> {
  const folder = await (await root()).getDirectoryHandle(FOLDER, { create: true })
  return folder.getDirectoryHandle(userId, { create: true })
}

/** The file of a copy; undefined when it does not exist. The browser reads its bytes only when they are needed. */
export async function openCopy(userId: string, version: string): Promise<File | undefined> {
  try {
    const folder = await findFolder(userId)
    return folder && (await (await folder.getFileHandle(version)).getFile())
  } catch (failure) {
    if (failure instanceof DOMException && failure.name === 'NotFoundError') return undefined
    throw failure
  }
}

/** Creates the file of a copy if it does not exist, for the worker that writes to it. */
export async function makeCopy(userId: string, version: string): Promise<FileSystemFileHandle> {
  return (await makeFolder(userId)).getFileHandle(version, { create: true })
}

/** The sizes in bytes of all files of an account, by version. Incomplete files are included. */
export async function sizesOfCopies(userId: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  const folder = await findFolder(userId)
  if (!folder) return sizes
  for await (const [name, handle] of folder.entries())
    if (handle.kind === 'file') sizes.set(name, (await handle.getFile()).size)
  return sizes
}

/** Deletes the files of copies. A file to which a worker is writing cannot be deleted; the next cleanup deletes it. */
export async function removeCopies(userId: string, versions: readonly string[]): Promise<void> {
  const folder = await findFolder(userId)
  for (const version of folder ? versions : []) await folder?.removeEntry(version).catch(() => undefined)
}

/**
 * Deleting is retried `RETRIES` times, every `RETRY_PAUSE` milliseconds, because a worker may still be writing to a
 * file.
 */
const RETRY_PAUSE = 200
const RETRIES = 25

/**
 * Deletes the copies of all accounts, or of all but one.
 * @returns whether all of them were deleted
 */
export async function removeAllCopies(except?: string): Promise<boolean> {
  for (let attempt = 0; attempt < RETRIES; attempt += 1) {
    if (await removeFolders(except)) return true
    await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE))
  }
  return false
}

async function removeFolders(except: string | undefined): Promise<boolean> {
  try {
    const folder = await (await root()).getDirectoryHandle(FOLDER)
    const names: string[] = []
    for await (const name of folder.keys()) names.push(name)
    for (const name of names) if (name !== except) await folder.removeEntry(name, { recursive: true })
    return true
  } catch (failure) {
    return failure instanceof DOMException && failure.name === 'NotFoundError'
  }
}
