/** Where backups lie: files under paths with slashes, each whole or absent. */
export interface BackupDestination {
  /** As the operator writes it. */
  readonly name: string
  /** All files below a folder, with their path from the top; any order. */
  list(folder: string): AsyncIterable<{ path: string; sizeBytes: number }>
  /** Undefined when there is no such file. */
  read(path: string): Promise<AsyncIterable<Uint8Array> | undefined>
  /** Replaces what is there. The bytes are safe when this resolves. */
  write(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void>
  /** Removing what is not there is fine. */
  remove(path: string): Promise<void>
  close(): void
}

/** The whole of a small file. */
export async function readText(destination: BackupDestination, path: string): Promise<string | undefined> {
  const bytes = await destination.read(path)
  return bytes === undefined ? undefined : Buffer.concat(await Array.fromAsync(bytes)).toString()
}

export async function writeText(destination: BackupDestination, path: string, text: string): Promise<void> {
  await destination.write(path, oneOf(Buffer.from(text)))
}

async function* oneOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
