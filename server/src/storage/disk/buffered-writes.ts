import type { FileHandle } from 'node:fs/promises'

/**
 * Size of the buffer in which small chunks are collected. A write call costs about the same for few bytes as for many.
 */
const BUFFER_BYTES = 512 * 1024
/** Maximum number of unused buffers that are kept for reuse. There are only a few uploads at a time. */
const BUFFERS_MAX = 4

const free: Buffer[] = []

/**
 * Writes chunks to a file from an offset on, many chunks with one write call. The chunks are copied into a buffer.
 * Without the copy, waiting chunks would move to the old generation of the garbage collector, and freeing them there
 * costs many times a copy. Wait for each call before the next one.
 */
export class BufferedWrites {
  readonly #handle: FileHandle
  #position: number
  #buffer: Buffer | undefined
  #bufferedBytes = 0
  readonly #onWrite: (bytes: Uint8Array) => void

  /** `onWrite` is called with the bytes of each write call, which are valid during the call only. */
  constructor(handle: FileHandle, position: number, onWrite: (bytes: Uint8Array) => void = () => {}) {
    this.#handle = handle
    this.#position = position
    this.#onWrite = onWrite
  }

  /** Resolves when the next chunk may be written. The caller may reuse the memory of this chunk at once. */
  async write(chunk: Uint8Array): Promise<void> {
    let copied = 0
    while (copied < chunk.byteLength) {
      this.#buffer ??= free.pop() ?? Buffer.allocUnsafeSlow(BUFFER_BYTES)
      const part = chunk.subarray(copied, copied + BUFFER_BYTES - this.#bufferedBytes)
      this.#buffer.set(part, this.#bufferedBytes)
      this.#bufferedBytes += part.byteLength
      copied += part.byteLength
      if (this.#bufferedBytes === BUFFER_BYTES) await this.flush()
    }
  }

  /** Resolves when all bytes have been written to the file. */
  async flush(): Promise<void> {
    const buffer = this.#buffer
    if (buffer === undefined) return
    this.#onWrite(buffer.subarray(0, this.#bufferedBytes))
    let written = 0
    while (written < this.#bufferedBytes) {
      const length = this.#bufferedBytes - written
      const { bytesWritten } = await this.#handle.write(buffer, written, length, this.#position)
      written += bytesWritten
      this.#position += bytesWritten
    }
    this.#bufferedBytes = 0
    this.#buffer = undefined
    if (free.length < BUFFERS_MAX) free.push(buffer)
  }
}
