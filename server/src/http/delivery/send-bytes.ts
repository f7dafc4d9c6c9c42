import { badRange } from '@tonarchiv/contract/refusal'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ServerResponse } from 'node:http'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { Refused } from '#platform/refused.ts'
import type { StoredFile } from '#storage/storage.ts'
import { type Chunk, CHUNK_BYTES, type ChunkReader, readChunks } from './file-chunks.ts'
import { offloadOf, sendOffloaded } from './offload.ts'
import { userContentHeaders } from '../pages/page-headers.ts'
import { decideRange } from './ranges.ts'

/**
 * A client that has read nothing in this number of checks in a row is disconnected, which is within a minute. See
 * docs/security-requirements.md R-12.
 */
const IDLE_LOOKS = 5
const LOOK_EVERY_MS = 10_000

const CHUNKS_PER_TURN = 4
/** Size of the first chunk of a response that has several chunks. */
const FIRST_CHUNK_BYTES = 64 * 1024

/** An open file and the headers of its response. */
export interface Sendable {
  file: StoredFile
  contentType: string
  /** A strong validator with its quotes. It changes with the content. */
  etag: string
  cacheControl: string
  /** Value of `Content-Disposition`. Without it the browser shows or plays the content. */
  disposition?: string
}

/**
 * Sends a file, or the requested range of it, as the response to a GET or HEAD, and closes the file. If another
 * component can send the bytes, the sending is offloaded. Resolves when the last byte was sent or the client has
 * disconnected.
 * @throws Refused `badRange`
 */
export async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  { file, contentType, etag, cacheControl, disposition }: Sendable,
): Promise<FastifyReply> {
  const chunks = readChunks(file, etag)
  try {
    const { sizeBytes, modifiedAt } = file
    // This header is already set if the media have a host of their own.
    const crossOrigin = reply.getHeader('cross-origin-resource-policy')
    reply.headers({
      ...userContentHeaders,
      ...(crossOrigin !== undefined && { 'cross-origin-resource-policy': crossOrigin }),
    })
    const offload = offloadOf(request, file, contentType)
    if (offload !== undefined)
      return await sendOffloaded(reply, offload, { contentType, cacheControl, disposition })
    reply.headers({ 'accept-ranges': 'bytes', 'cache-control': cacheControl })
    const share = decideRange(request.headers, { sizeBytes, etag, modifiedAt })
    if (share.status === 416) {
      reply.header('content-range', `bytes */${sizeBytes}`)
      throw new Refused(badRange)
    }
    reply.status(share.status).headers({ etag, 'last-modified': modifiedAt.toUTCString() })
    if (share.status === 304) return await reply.send()
    const { status, start, end } = share
    // The first chunk is read before the response begins, so that an unavailable storage can be answered with an error.
    const first = request.method === 'HEAD' || end < start ? undefined : await firstChunk(chunks, start, end)
    reply.headers({
      'content-type': contentType,
      'content-length': end - start + 1,
      ...(status === 206 && { 'content-range': `bytes ${start}-${end}/${sizeBytes}` }),
      ...(disposition !== undefined && { 'content-disposition': disposition }),
    })
    // From here on the bytes bypass Fastify, which would wrap them in streams of small chunks.
    reply.hijack()
    const response = reply.raw
    response.writeHead(status, responseHeaders(reply))
    if (first === undefined) response.end()
    else await pour(chunks, { first, start, end }, response)
    return reply
  } catch (error) {
    // Once the response has begun, the only way to report an error is to close the connection.
    if (reply.raw.headersSent) reply.raw.destroy()
    throw error
  } finally {
    chunks.close()
  }
}

/** The headers that were set on a reply, for a response that bypasses Fastify. */
export function responseHeaders(reply: FastifyReply): Record<string, string | number | string[]> {
  const headers: Record<string, string | number | string[]> = {}
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) headers[name] = value
  return headers
}

/**
 * Reads the first chunk. For a long response it is short: a client that seeks in a track waits for it and often needs
 * no more.
 */
async function firstChunk(chunks: ChunkReader, start: number, end: number): Promise<Chunk> {
  return chunks.next(start, end - start < CHUNK_BYTES ? end : start + FIRST_CHUNK_BYTES - 1)
}

/** Sends the bytes from `start` to `end` (both inclusive) as fast as the client reads them. */
async function pour(
  chunks: ChunkReader,
  { first, start, end }: { first: Chunk; start: number; end: number },
  response: ServerResponse,
): Promise<void> {
  const timeout = cutOffWhenIdle(response)
  let settle: ((isTaken: boolean) => void) | undefined
  response.once('close', () => settle?.(false))
  /**
   * Writes bytes. Resolves with true when the kernel has taken them, or with false when the client has disconnected.
   * The buffer can then be reused.
   */
  const write = async (bytes: Buffer) => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    settle = resolve
    timeout.renew()
    response.write(bytes, (error) => resolve(error === null || error === undefined))
    return promise
  }

  let chunk = first
  let position = start
  for (let count = 1; ; count += 1) {
    const { bytes, release } = chunk
    const isTaken = !response.destroyed && (await write(bytes))
    release()
    if (!isTaken) return
    position += bytes.length
    if (position > end) break
    if (count === 1) await nextLook()
    // Yields to other work. With cached chunks and a fast client this loop would otherwise never do so.
    else if ((count + 1) % CHUNKS_PER_TURN === 0) await yieldToEventLoop()
    if (response.destroyed) return
    chunk = await chunks.next(position, end)
  }
  response.end()
}

/**
 * Disconnects a client that reads nothing. A slow client that reads part of a chunk from time to time stays connected.
 */
export function cutOffWhenIdle(response: ServerResponse): { renew: () => void } {
  let idleLooks = 0
  let lookedAt = 0
  response.setTimeout(LOOK_EVERY_MS, () => {
    const time = performance.now()
    // Node skips this handler if some bytes of a chunk were sent since the previous check. A longer pause between two
    // calls therefore starts the count again.
    const isNextLook = time - lookedAt < LOOK_EVERY_MS * 1.5
    idleLooks = isNextLook ? idleLooks + 1 : 1
    lookedAt = time
    if (idleLooks >= IDLE_LOOKS) response.destroy()
    else response.socket?.setTimeout(LOOK_EVERY_MS)
  })
  return { renew: () => void (idleLooks = 0) }
}

/**
 * Resolves when the event loop has polled all connections once, so that a disconnected receiver is noticed.
 */
async function nextLook(): Promise<void> {
  await yieldToEventLoop()
  await yieldToEventLoop()
}
