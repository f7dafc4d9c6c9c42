import { close, constants, fstatSync, open, read } from 'node:fs'
import type { StoredFile } from './storage.ts'

/** Opens a file for reading at any place; undefined when there is none. A link at its place is not followed. */
export async function openStored(path: string): Promise<StoredFile | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
  // The callback calls cost half of what file handles do, and a listener makes one for each piece of music.
  open(path, constants.O_RDONLY | constants.O_NOFOLLOW, (error, descriptor) => {
    if (error === null) resolve(descriptor)
    else if (error.code === 'ENOENT' || error.code === 'ENOTDIR') resolve(undefined)
    else reject(error)
  })
  const descriptor = await promise
  return descriptor === undefined ? undefined : new FileOnDisk(descriptor)
}

class FileOnDisk implements StoredFile {
  readonly sizeBytes: number
  readonly modifiedAt: Date
  #descriptor: number | undefined

  constructor(descriptor: number) {
    this.#descriptor = descriptor
    // Of an open file the kernel answers this from memory.
    const { size, mtimeMs } = fstatSync(descriptor)
    this.sizeBytes = size
    this.modifiedAt = new Date(mtimeMs)
  }

  async read(into: Uint8Array, position: number): Promise<number> {
    const descriptor = this.#descriptor
    if (descriptor === undefined) throw new Error('This file is closed')
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    read(descriptor, into, 0, into.byteLength, position, (error, bytes) => {
      if (error === null) resolve(bytes)
      else reject(error)
    })
    return promise
  }

  async close(): Promise<void> {
    const descriptor = this.#descriptor
    if (descriptor === undefined) return
    this.#descriptor = undefined
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    close(descriptor, (error) => (error === null || error === undefined ? resolve() : reject(error)))
    return promise
  }
}
