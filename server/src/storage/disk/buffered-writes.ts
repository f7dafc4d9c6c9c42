import type { FileHandle } from 'node:fs/promises'

/** Bytes arrive in small chunks, and a write call costs the same for few bytes as for many. */
const BUFFER_BYTES = 512 * 1024
/** Most free buffers that are kept; there are few uploads at a time. */
const BUFFERS_MAX = 4

const free: Buffer[] = []

/**
 * Writes to a file from an offset on, many chunks at once. The chunks are copied: chunks that are held until
 * they are written survive in the garbage collector's old generation, and freeing them costs many times a
 * copy. One call at a time.
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

  /** Resolves when there is room for more; the caller may reuse the chunk at once. */
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
