import type { FileHandle } from 'node:fs/promises'

/** A sender's bytes come in small chunks, and each way to the disk costs as much for many as for few. */
const BUFFER_BYTES = 512 * 1024
/** Buffers that nobody uses just now; uploads are few. */
const BUFFERS_MAX = 4

const free: Buffer[] = []

/**
 * Writes to a file from a place on, many chunks at once. They are copied together: chunks that are held until they are
 * written grow old, and the memory of old ones is won back at many times the cost of a copy. One call at a time.
 */
export class BufferedWrites {
  readonly #handle: FileHandle
  #position: number
  #buffer: Buffer | undefined
  #bufferedBytes = 0

  constructor(handle: FileHandle, position: number) {
    this.#handle = handle
    this.#position = position
  }

  /** Resolves when there is room for more; the chunk is the caller's again at once. */
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

  /** Resolves when all bytes have left for the disk. */
  async flush(): Promise<void> {
    const buffer = this.#buffer
    if (buffer === undefined) return
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
