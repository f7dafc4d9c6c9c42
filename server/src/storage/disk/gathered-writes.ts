import type { FileHandle } from 'node:fs/promises'

/** A sender's bytes come in small pieces, and each way to the disk costs as much for many as for few. */
const GATHERED_BYTES = 512 * 1024
/** Buffers that nobody uses just now; uploads are few. */
const BUFFERS_KEPT = 4

const free: Buffer[] = []

/**
 * Writes to a file from a place on, many pieces at once. They are copied together: pieces that are held until they are
 * written grow old, and the memory of old ones is won back at many times the cost of a copy. One call at a time.
 */
export class GatheredWrites {
  readonly #handle: FileHandle
  #position: number
  #buffer: Buffer | undefined
  #gatheredBytes = 0

  constructor(handle: FileHandle, position: number) {
    this.#handle = handle
    this.#position = position
  }

  /** Resolves when there is room for more; the piece is the caller's again at once. */
  async write(piece: Uint8Array): Promise<void> {
    let taken = 0
    while (taken < piece.byteLength) {
      this.#buffer ??= free.pop() ?? Buffer.allocUnsafeSlow(GATHERED_BYTES)
      const part = piece.subarray(taken, taken + GATHERED_BYTES - this.#gatheredBytes)
      this.#buffer.set(part, this.#gatheredBytes)
      this.#gatheredBytes += part.byteLength
      taken += part.byteLength
      if (this.#gatheredBytes === GATHERED_BYTES) await this.flush()
    }
  }

  /** Resolves when all bytes have left for the disk. */
  async flush(): Promise<void> {
    const buffer = this.#buffer
    if (buffer === undefined) return
    let written = 0
    while (written < this.#gatheredBytes) {
      const length = this.#gatheredBytes - written
      const { bytesWritten } = await this.#handle.write(buffer, written, length, this.#position)
      written += bytesWritten
      this.#position += bytesWritten
    }
    this.#gatheredBytes = 0
    this.#buffer = undefined
    if (free.length < BUFFERS_KEPT) free.push(buffer)
  }
}
