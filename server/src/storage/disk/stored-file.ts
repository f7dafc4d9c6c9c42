import { closeSync, constants, fstatSync, open, read, readSync } from 'node:fs'
import type { OffloadTarget, StoredFile } from '../storage.ts'

/**
 * A player requests one range after the other; a file stays open for the next one for this time.
 * docs/security-requirements.md U-07: at most 1 s.
 */
const OPEN_TTL_MS = 500

/** An open file with its readers. */
interface OpenFile {
  descriptor: number
  sizeBytes: number
  modifiedAt: Date
  readers: number
  /** Whether anything was read since it was opened. */
  isAwake: boolean
  closing: NodeJS.Timeout | undefined
}

/** Opens files for reading at any position. */
export interface FileOpener {
  /**
   * Undefined when there is no such file. A symbolic link is not followed. `offloadTarget`: what else can
   * send the file's bytes.
   */
  open(path: string, offloadTarget?: OffloadTarget): Promise<StoredFile | undefined>
  /** Call it when the file at that path was removed or replaced. */
  evict(path: string): void
}

/** `mayBlock`: the disk is local, so a read of bytes in the page cache never hangs. */
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
  // The callback functions cost half as much as file handles, and a stream makes one call per chunk.
  open(path, constants.O_RDONLY | constants.O_NOFOLLOW, (error, descriptor) => {
    if (error === null) resolve(descriptor)
    else if (error.code === 'ENOENT' || error.code === 'ENOTDIR') resolve(undefined)
    else reject(error)
  })
  const descriptor = await promise
  if (descriptor === undefined) return undefined
  // The system answers this from memory for an open file.
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

  /** Only after an asynchronous read: then the disk runs and the system reads ahead. */
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
