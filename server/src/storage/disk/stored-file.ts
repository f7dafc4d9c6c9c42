import { closeSync, constants, fstatSync, open, read, readSync } from 'node:fs'
import type { OffloadTarget, StoredFile } from '../storage.ts'

/**
 * A player requests one range after the other; so long a file stays open for the next.
 * docs/security-requirements.md U-07: at most 1 s.
 */
const OPEN_TTL_MS = 500

/** An open file with those who read from it. */
interface OpenFile {
  descriptor: number
  sizeBytes: number
  modifiedAt: Date
  readers: number
  /** Whether anything has been read since it was opened. */
  isAwake: boolean
  closing: NodeJS.Timeout | undefined
}

/** Opens files for reading at any place. */
export interface FileOpener {
  /** Undefined when there is none. A link in its place is not followed. `offloadTarget`: who else can send its bytes. */
  open(path: string, offloadTarget?: OffloadTarget): Promise<StoredFile | undefined>
  /** To be called when what lies at that path has gone or is another file. */
  evict(path: string): void
}

/** `mayBlock`: the disk is this machine's own, so that a read of what the system has in memory never hangs. */
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
  // The callback calls cost half of what file handles do, and a listener makes one for each chunk of music.
  open(path, constants.O_RDONLY | constants.O_NOFOLLOW, (error, descriptor) => {
    if (error === null) resolve(descriptor)
    else if (error.code === 'ENOENT' || error.code === 'ENOTDIR') resolve(undefined)
    else reject(error)
  })
  const descriptor = await promise
  if (descriptor === undefined) return undefined
  // Of an open file the system answers this from memory.
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

  /** Only after a read that took its time: from then on the disk turns, and the system reads ahead. */
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
