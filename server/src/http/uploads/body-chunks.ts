import type { IncomingMessage } from 'node:http'

/** Chunks are passed on in batches of this size, because passing on many chunks costs as much as passing on one. */
const BATCH_BYTES = 64 * 1024
/** Above this number of buffered bytes the request is paused. */
const WAITING_MAX_BYTES = 128 * 1024

/** Reads the bytes of a request as they arrive, many chunks at once. */
export interface BodyChunks {
  /**
   * The next chunks; undefined at the end of the body.
   * @throws BodyAborted when the client has disconnected, after the bytes that arrived before
   */
  next(): Promise<Buffer[] | undefined>
  /** Stops reading. `next` then returns the chunks that have arrived, and after them the end. */
  stop(): void
}

/** Makes a reader of a request's body. Nothing is read before the first call of `next`. */
export function readBodyChunks(request: IncomingMessage): BodyChunks {
  let chunks: Buffer[] = []
  let waitingBytes = 0
  let isOver = false
  let failure: Error | undefined
  let wake: (() => void) | undefined

  const append = (chunk: Buffer) => {
    chunks.push(chunk)
    waitingBytes += chunk.length
    if (waitingBytes >= WAITING_MAX_BYTES) request.pause()
    if (waitingBytes >= BATCH_BYTES) wake?.()
  }
  const end = (error?: Error) => {
    if (isOver) return
    isOver = true
    failure = error
    request.off('data', append)
    wake?.()
  }
  let isBegun = false
  function begin(): void {
    isBegun = true
    request.on('data', append)
    request.once('end', () => end())
    request.once('error', end)
    request.once('close', () => end(new BodyAborted()))
    if (request.destroyed && !request.complete) end(new BodyAborted())
  }

  return {
    next: async () => {
      // A stream that was stopped is not read any further. Before that it must be read, because unread bytes would
      // block the connection.
      if (!isBegun && !isOver) begin()
      if (waitingBytes < BATCH_BYTES && !isOver) {
        const { promise, resolve } = Promise.withResolvers<void>()
        wake = resolve
        await promise
        wake = undefined
      }
      const batch = chunks
      chunks = []
      waitingBytes = 0
      if (batch.length > 0) {
        if (!isOver) request.resume()
        return batch
      }
      if (failure !== undefined) throw failure
      return undefined
    },
    stop: () => end(),
  }
}

/** The error when the client has disconnected before the end of its body. */
export class BodyAborted extends Error {
  readonly code = 'ECONNRESET'
}

/**
 * Frees the memory of a chunk that is no longer needed. Otherwise the garbage collector would have to scan the whole
 * heap for it. For a large file that costs more than writing the file.
 */
export function detachBuffer(chunk: Uint8Array): void {
  const { buffer } = chunk
  // A chunk that shares its memory with other chunks is not freed.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === chunk.byteLength) buffer.transfer(0)
}
