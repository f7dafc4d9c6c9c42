import { BackupFileDamaged } from './cannot-restore.ts'

/** A destination for backups. It contains files under paths with slashes. Each file is complete or absent. */
export interface BackupDestination {
  /** The destination as the operator has written it in the settings or on the command line. */
  readonly name: string
  /** All files below a folder, in any order, with their full paths and the numbers of bytes that `read` returns. */
  list(folder: string): AsyncIterable<{ path: string; sizeBytes: number }>
  /** Undefined when there is no such file. */
  read(path: string): Promise<AsyncIterable<Uint8Array> | undefined>
  /**
   * Writes a file and replaces an existing one. The bytes are durable when the promise resolves. If `bytes` throws,
   * even at its end, nothing has changed.
   */
  write(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void>
  /** Removing a missing file is not an error. */
  remove(path: string): Promise<void>
  /** Removes the remains of writes that were interrupted before that time. */
  clearUnfinished(before: Date): Promise<void>
  close(): void
}

/** Reads a small file as text. Undefined when the file is missing or recognised as damaged. */
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

/** A stream that consists of these bytes. */
export async function* oneOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
