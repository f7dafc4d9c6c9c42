import type { FileHandle } from 'node:fs/promises'

/** A sender's bytes come in small pieces, and each way to the disk costs as much for many as for few. */
const GATHERED_BYTES = 512 * 1024

/** Writes to a file from a place on, many pieces at once. One call at a time. */
export class GatheredWrites {
  readonly #handle: FileHandle
  #position: number
  #pieces: Uint8Array[] = []
  #waitingBytes = 0

  constructor(handle: FileHandle, position: number) {
    this.#handle = handle
    this.#position = position
  }

  /** Takes a piece, which must not change any more; resolves when there is room for the next. */
  async write(piece: Uint8Array): Promise<void> {
    this.#pieces.push(piece)
    this.#waitingBytes += piece.byteLength
    if (this.#waitingBytes >= GATHERED_BYTES) await this.flush()
  }

  /** Resolves when all pieces have left for the disk. */
  async flush(): Promise<void> {
    let pieces = this.#pieces
    this.#pieces = []
    this.#waitingBytes = 0
    while (pieces.length > 0) {
      const { bytesWritten } = await this.#handle.writev(pieces, this.#position)
      this.#position += bytesWritten
      pieces = behind(pieces, bytesWritten)
    }
  }
}

/** What is left of pieces when so many bytes of them are done. */
function behind(pieces: readonly Uint8Array[], bytes: number): Uint8Array[] {
  let done = bytes
  return pieces.flatMap((piece) => {
    const skipped = Math.min(done, piece.byteLength)
    done -= skipped
    return skipped === piece.byteLength ? [] : [piece.subarray(skipped)]
  })
}
