import { closeSync, constants, fstatSync, open, read, readSync } from 'node:fs'
import type { OffloadTarget, StoredFile } from '../storage.ts'

/**
 * How long a file stays open after a read, because a player requests one range after the other. At most 1 s is allowed,
 * see docs/security-requirements.md U-07.
 */
const OPEN_TTL_MS = 500

/** An open file with its readers. */
interface OpenFile {
  descriptor: number
  sizeBytes: number
  modifiedAt: Date
  readers: number
  /** Whether any bytes were read asynchronously since the file was opened. */
  isAwake: boolean
  closing: NodeJS.Timeout | undefined
}

/** Opens files for reading at any position. */
export interface FileOpener {
  /**
   * Opens a file; undefined when there is no such file. A symbolic link is not followed. `offloadTarget` names a
   * component that can send the bytes of the file instead of this server.
   */
  open(path: string, offloadTarget?: OffloadTarget): Promise<StoredFile | undefined>
  /** Call it when the file at that path was removed or replaced. */
  evict(path: string): void
}

/**
 * Makes a file opener. `mayBlock` means that the disk is local: a synchronous read of bytes that are in the page cache
 * then never hangs.
 */
export function fileOpener({ mayBlock }: { mayBlock: boolean }): FileOpener {
  const files = new Map<string, Promise<OpenFile | undefined>>()

  return {
    open: async (path, offloadTarget) => {
      const opening = files.get(path) ?? openFile(path)
      files.set(path, opening)
      const dropOpening = () => {
        if (files.get(path) === opening) files.delete(path)
      }
      let file: OpenFile | undefined
      try {
        file = await opening
      } finally {
        if (file === undefined) dropOpening()
      }
      if (file === undefined) return undefined
      const entered = file
      clearTimeout(entered.closing)
      entered.readers += 1
      const leave = () => {
        entered.readers -= 1
        if (entered.readers > 0) return
        entered.closing = setTimeout(() => {
          dropOpening()
          closeSync(entered.descriptor)
        }, OPEN_TTL_MS).unref()
      }
      return new FileOnDisk(entered, { mayBlock, offloadTarget, leave })
    },
    evict: (path) => files.delete(path),
  }
}

async function openFile(path: string): Promise<OpenFile | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
  // The callback functions cost half as much as `FileHandle`, and a stream makes one call for each chunk.
  open(path, constants.O_RDONLY | constants.O_NOFOLLOW, (error, descriptor) => {
    if (error === null) resolve(descriptor)
    else if (error.code === 'ENOENT' || error.code === 'ENOTDIR') resolve(undefined)
    else reject(error)
  })
  const descriptor = await promise
  if (descriptor === undefined) return undefined
  // This synchronous call does not block: for an open file the system answers from memory.
  const { size, mtimeMs } = fstatSync(descriptor)
  const modifiedAt = new Date(mtimeMs)
  return { descriptor, sizeBytes: size, modifiedAt, readers: 0, isAwake: false, closing: undefined }
}

class FileOnDisk implements StoredFile {
  readonly sizeBytes: number
  readonly modifiedAt: Date
  readonly offloadTarget: OffloadTarget | undefined
  readonly #file: OpenFile
  readonly #mayBlock: boolean
  #leave: (() => void) | undefined

  constructor(
    file: OpenFile,
    {
      mayBlock,
      offloadTarget,
      leave,
    }: { mayBlock: boolean; offloadTarget: OffloadTarget | undefined; leave: () => void },
  ) {
    this.sizeBytes = file.sizeBytes
    this.modifiedAt = file.modifiedAt
    this.offloadTarget = offloadTarget
    this.#file = file
    this.#mayBlock = mayBlock
    this.#leave = leave
  }

  async read(into: Uint8Array, position: number): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    read(this.#descriptor, into, 0, into.byteLength, position, (error, bytes) => {
      if (error === null) resolve(bytes)
      else reject(error)
    })
    const bytes = await promise
    this.#file.isAwake = true
    return bytes
  }

  /** Undefined before the first asynchronous read. After it the disk is spinning and the system reads ahead. */
  get readAtOnce(): StoredFile['readAtOnce'] {
    if (!this.#mayBlock || !this.#file.isAwake) return undefined
    return (into, position) => readSync(this.#descriptor, into, 0, into.byteLength, position)
  }

  close(): void {
    this.#leave?.()
    this.#leave = undefined
  }

  get #descriptor(): number {
    if (this.#leave === undefined) throw new Error('This file is closed')
    return this.#file.descriptor
  }
}
