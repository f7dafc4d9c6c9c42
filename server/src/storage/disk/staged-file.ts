import { createHash } from 'node:crypto'
import { constants, type FileHandle, open, rm } from 'node:fs/promises'
import { BufferedWrites } from './buffered-writes.ts'
import type { StagedFile } from '../storage.ts'

/** The mode of media files. The group may read them, so that a web server in front can send the bytes. */
export const FILE_MODE = 0o640

/** Opens a new media file at that path. @throws when a file exists there */
export async function newMediaFile(path: string): Promise<FileHandle> {
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants
  const handle = await open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
  // The umask would make the file private to this process, but media files are shared on purpose.
  await handle.chmod(FILE_MODE)
  return handle
}

/** Opens a new staged file at that path. @throws when a file exists there */
export async function stageAt(path: string): Promise<StagedFile> {
  return new FileOnStage(path, await newMediaFile(path))
}

class FileOnStage implements StagedFile {
  readonly path: string
  readonly #writes: BufferedWrites
  readonly #hash = createHash('sha256')
  #sha256: string | undefined
  #handle: FileHandle | undefined
  #sizeBytes = 0

  constructor(path: string, handle: FileHandle) {
    this.path = path
    this.#handle = handle
    // Hashes whole buffers, because hashing the small chunks of a form costs several times as much.
    this.#writes = new BufferedWrites(handle, 0, (bytes) => this.#hash.update(bytes))
  }

  get sizeBytes(): number {
    return this.#sizeBytes
  }

  async write(chunk: Uint8Array): Promise<void> {
    if (this.#handle === undefined) throw new Error('This file is finished')
    this.#sizeBytes += chunk.byteLength
    await this.#writes.write(chunk)
  }

  /**
   * Ends the writing and syncs the file to the disk. For a form this happens while the client is still sending its next
   * file.
   */
  async finish(): Promise<void> {
    const handle = this.#handle
    this.#handle = undefined
    if (handle === undefined) return
    try {
      await this.#writes.flush()
      await handle.datasync()
    } finally {
      await handle.close()
    }
  }

  sha256(): string {
    this.#sha256 ??= this.#hash.digest('hex')
    return this.#sha256
  }

  async discard(): Promise<void> {
    const handle = this.#handle
    this.#handle = undefined
    await handle?.close()
    await rm(this.path, { force: true })
  }
}
