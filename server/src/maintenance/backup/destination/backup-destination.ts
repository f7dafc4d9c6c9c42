import { BackupFileDamaged } from './cannot-restore.ts'

/** Where backups are stored: files under paths with slashes, each complete or absent. */
export interface BackupDestination {
  /** The destination as the operator has written it. */
  readonly name: string
  /** All files below a folder, with their full path and the number of bytes that `read` returns; any order. */
  list(folder: string): AsyncIterable<{ path: string; sizeBytes: number }>
  /** Undefined when there is no such file. */
  read(path: string): Promise<AsyncIterable<Uint8Array> | undefined>
  /**
   * Replaces an existing file. The bytes are durable when this resolves; if `bytes` throws, at its end too,
   * nothing has changed.
   */
  write(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void>
  /** Removing a missing file is not an error. */
  remove(path: string): Promise<void>
  /** Removes what writes that were interrupted before that time have left. */
  clearUnfinished(before: Date): Promise<void>
  close(): void
}

/** Reads a small file as text; undefined when it is missing or can be seen to be damaged. */
export async function readText(destination: BackupDestination, path: string): Promise<string | undefined> {
  try {
    const bytes = await destination.read(path)
    return bytes === undefined ? undefined : Buffer.concat(await Array.fromAsync(bytes)).toString()
  } catch (error) {
    if (error instanceof BackupFileDamaged) return undefined
    throw error
  }
}

export async function writeText(destination: BackupDestination, path: string, text: string): Promise<void> {
  await destination.write(path, oneOf(Buffer.from(text)))
}

/** A stream of bytes that are in memory. */
export async function* oneOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
