import type { IncomingMessage } from 'node:http'

/** Pieces are handed on when so many bytes have come: each turn costs as much for many as for few. */
const HANDED_ON_BYTES = 64 * 1024
/** Then the sender waits. */
const WAITING_MAX_BYTES = 128 * 1024

/** The bytes of a request as they come, many pieces at once. */
export interface BodyPieces {
  /** The next ones; undefined at the end. @throws the error of a sender that has gone, after what came before it */
  next(): Promise<Buffer[] | undefined>
  /** What has come is handed on, and then it is the end. */
  stop(): void
}

/** Takes the body of a request over. Nothing is read before the first call of `next`. */
export function bodyPieces(request: IncomingMessage): BodyPieces {
  let pieces: Buffer[] = []
  let waitingBytes = 0
  let isOver = false
  let failure: Error | undefined
  let wake: (() => void) | undefined

  const take = (piece: Buffer) => {
    pieces.push(piece)
    waitingBytes += piece.length
    if (waitingBytes >= WAITING_MAX_BYTES) request.pause()
    if (waitingBytes >= HANDED_ON_BYTES) wake?.()
  }
  const end = (error?: Error) => {
    if (isOver) return
    isOver = true
    failure = error
    request.off('data', take)
    wake?.()
  }
  let isBegun = false
  function begin(): void {
    isBegun = true
    request.on('data', take)
    request.once('end', () => end())
    request.once('error', end)
    request.once('close', () => end(new BodyCutOff()))
    if (request.destroyed && !request.complete) end(new BodyCutOff())
  }

  return {
    next: async () => {
      // Once stopped, nothing is taken any more: what nobody takes away would hold up the line.
      if (!isBegun && !isOver) begin()
      if (waitingBytes < HANDED_ON_BYTES && !isOver) {
        const { promise, resolve } = Promise.withResolvers<void>()
        wake = resolve
        await promise
        wake = undefined
      }
      const handedOn = pieces
      pieces = []
      waitingBytes = 0
      if (handedOn.length > 0) {
        if (!isOver) request.resume()
        return handedOn
      }
      if (failure !== undefined) throw failure
      return undefined
    },
    stop: () => end(),
  }
}

/** The sender has gone in the middle. */
export class BodyCutOff extends Error {
  readonly code = 'ECONNRESET'
}

/**
 * Gives the memory of a piece back that nobody needs any more. Left to itself it is won back by looking through
 * everything that the process holds, which for a large file costs more than writing it.
 */
export function giveBackMemory(piece: Uint8Array): void {
  const { buffer } = piece
  // A piece that shares its memory with others is left alone.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === piece.byteLength) buffer.transfer(0)
}
