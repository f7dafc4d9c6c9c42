import type { IncomingMessage } from 'node:http'

/** Chunks are handed on when so many bytes have come: each turn costs as much for many as for few. */
const BATCH_BYTES = 64 * 1024
/** Then the sender waits. */
const WAITING_MAX_BYTES = 128 * 1024

/** The bytes of a request as they come, many chunks at once. */
export interface BodyChunks {
  /** The next ones; undefined at the end. @throws the error of a sender that has gone, after what came before it */
  next(): Promise<Buffer[] | undefined>
  /** What has come is handed on, and then it is the end. */
  stop(): void
}

/** Takes the body of a request over. Nothing is read before the first call of `next`. */
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
      // Once stopped, nothing is taken any more: what nobody takes away would hold up the line.
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

/** The sender has gone in the middle. */
export class BodyAborted extends Error {
  readonly code = 'ECONNRESET'
}

/**
 * Gives the memory of a chunk back that nobody needs any more. Left to itself it is won back by looking through
 * everything that the process holds, which for a large file costs more than writing it.
 */
export function detachBuffer(chunk: Uint8Array): void {
  const { buffer } = chunk
  // A chunk that shares its memory with others is left alone.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === chunk.byteLength) buffer.transfer(0)
}
