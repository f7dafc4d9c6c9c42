import { badRange } from '@tonarchiv/contract/refusal'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Refused } from '#platform/refused.ts'
import type { StoredFile } from '#storage/storage.ts'
import { type Piece, PIECE_BYTES, type PieceReader, readPieces } from './file-pieces.ts'
import { handOver, isHandedOver } from './hand-over.ts'
import { userBytesHeaders } from '../pages/page-headers.ts'
import { shareOf } from './ranges.ts'

/**
 * A receiver that took nothing at so many looks in a row is cut off: within a minute.
 * See docs/security-requirements.md R-12.
 */
const IDLE_LOOKS = 5
const LOOK_EVERY_MS = 10_000

const PIECES_PER_TURN = 4
/** Of an answer that has more than one piece. */
const FIRST_PIECE_BYTES = 64 * 1024

/** An open file and what the answer says about it. */
export interface Sendable {
  file: StoredFile
  contentType: string
  /** Strong, with its quotes; changes with the bytes. */
  etag: string
  cacheControl: string
  /** `Content-Disposition`; without it the browser shows or plays the bytes. */
  disposition?: string
}

/**
 * Answers a GET or HEAD with a file or the asked part of it, and closes the file; or with where the bytes are, when
 * somebody else sends them. Resolves when the last byte has left or the receiver has gone. @throws Refused `badRange`
 */
export async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  { file, contentType, etag, cacheControl, disposition }: Sendable,
): Promise<FastifyReply> {
  const pieces = readPieces(file, etag)
  try {
    const { sizeBytes, modifiedAt, elsewhere } = file
    // Where media have a host of their own, the page there may be told already.
    const crossOrigin = reply.getHeader('cross-origin-resource-policy')
    reply.headers({
      ...userBytesHeaders,
      ...(crossOrigin !== undefined && { 'cross-origin-resource-policy': crossOrigin }),
    })
    if (isHandedOver(request, elsewhere, contentType))
      return await handOver(reply, elsewhere, { contentType, cacheControl, disposition })
    reply.headers({ 'accept-ranges': 'bytes', 'cache-control': cacheControl })
    const share = shareOf(request.headers, { sizeBytes, etag, modifiedAt })
    if (share.status === 416) {
      reply.header('content-range', `bytes */${sizeBytes}`)
      throw new Refused(badRange)
    }
    reply.status(share.status).headers({ etag, 'last-modified': modifiedAt.toUTCString() })
    if (share.status === 304) return await reply.send()
    const { status, start, end } = share
    // Before the answer begins, so that a storage that is away can be told as that.
    const first = request.method === 'HEAD' || end < start ? undefined : await firstPiece(pieces, start, end)
    reply.headers({
      'content-type': contentType,
      'content-length': end - start + 1,
      ...(status === 206 && { 'content-range': `bytes ${start}-${end}/${sizeBytes}` }),
      ...(disposition !== undefined && { 'content-disposition': disposition }),
    })
    // From here on the bytes go past the framework, which would wrap them in streams of small pieces.
    reply.hijack()
    const response = reply.raw
    response.writeHead(status, outgoingHeaders(reply))
    if (first === undefined) response.end()
    else await pour(pieces, { first, start, end }, response)
    return reply
  } catch (error) {
    // Once the answer has begun, a cut connection is all that is left to say.
    if (reply.raw.headersSent) reply.raw.destroy()
    throw error
  } finally {
    pieces.close()
  }
}

function outgoingHeaders(reply: FastifyReply): Record<string, string | number | string[]> {
  const headers: Record<string, string | number | string[]> = {}
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) headers[name] = value
  return headers
}

/** Small for a long answer: whoever jumps about in a track waits for the first sound, and often takes no more than that. */
async function firstPiece(pieces: PieceReader, start: number, end: number): Promise<Piece> {
  return pieces.next(start, end - start < PIECE_BYTES ? end : start + FIRST_PIECE_BYTES - 1)
}

/** Sends bytes from `start` to `end`, both included, as fast as the receiver takes them. */
async function pour(
  pieces: PieceReader,
  { first, start, end }: { first: Piece; start: number; end: number },
  response: ServerResponse,
): Promise<void> {
  const patience = cutOffWhenIdle(response)
  let settle: ((isTaken: boolean) => void) | undefined
  response.once('close', () => settle?.(false))
  /** Resolves when nobody reads the bytes any more: the kernel has taken them (true), or it never will. */
  const write = async (bytes: Buffer) => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    settle = resolve
    patience.renew()
    response.write(bytes, (error) => resolve(error === null || error === undefined))
    return promise
  }

  let piece = first
  let position = start
  for (let count = 1; ; count += 1) {
    const { bytes, release } = piece
    const isTaken = !response.destroyed && (await write(bytes))
    release()
    if (!isTaken) return
    position += bytes.length
    if (position > end) break
    if (count === 1) await nextLook()
    // Pieces that are there at once, for a receiver that takes them at once, would leave nobody else a turn.
    else if ((count + 1) % PIECES_PER_TURN === 0) await nextTurn()
    if (response.destroyed) return
    piece = await pieces.next(position, end)
  }
  response.end()
}

/** Cuts off a receiver that takes nothing any more; whoever takes a little of a piece now and then is left in peace. */
function cutOffWhenIdle(response: ServerResponse): { renew: () => void } {
  let idleLooks = 0
  let lookedAt = 0
  response.setTimeout(LOOK_EVERY_MS, () => {
    const time = performance.now()
    // Node is silent about a look at which some bytes of a piece had left since the one before.
    const isNextLook = time - lookedAt < LOOK_EVERY_MS * 1.5
    idleLooks = isNextLook ? idleLooks + 1 : 1
    lookedAt = time
    if (idleLooks >= IDLE_LOOKS) response.destroy()
    else response.socket?.setTimeout(LOOK_EVERY_MS)
  })
  return { renew: () => void (idleLooks = 0) }
}

/** Resolves when the process has looked at all its connections once: a receiver who has gone is known to be gone. */
async function nextLook(): Promise<void> {
  await nextTurn()
  await nextTurn()
}
