import { badRange } from '@tonarchiv/contract/refusal'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ServerResponse } from 'node:http'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { Refused } from '#platform/refused.ts'
import type { StoredFile } from '#storage/storage.ts'
import { type Chunk, CHUNK_BYTES, type ChunkReader, readChunks } from './file-chunks.ts'
import { offload, isOffloaded } from './offload.ts'
import { userContentHeaders } from '../pages/page-headers.ts'
import { decideRange } from './ranges.ts'

/**
 * A receiver that took nothing at so many looks in a row is cut off: within a minute.
 * See docs/security-requirements.md R-12.
 */
const IDLE_LOOKS = 5
const LOOK_EVERY_MS = 10_000

const CHUNKS_PER_TURN = 4
/** Of an answer that has more than one chunk. */
const FIRST_CHUNK_BYTES = 64 * 1024

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
  const chunks = readChunks(file, etag)
  try {
    const { sizeBytes, modifiedAt, offloadTarget } = file
    // Where media have a host of their own, the page there may be told already.
    const crossOrigin = reply.getHeader('cross-origin-resource-policy')
    reply.headers({
      ...userContentHeaders,
      ...(crossOrigin !== undefined && { 'cross-origin-resource-policy': crossOrigin }),
    })
    if (isOffloaded(request, offloadTarget, contentType))
      return await offload(reply, offloadTarget, { contentType, cacheControl, disposition })
    reply.headers({ 'accept-ranges': 'bytes', 'cache-control': cacheControl })
    const share = decideRange(request.headers, { sizeBytes, etag, modifiedAt })
    if (share.status === 416) {
      reply.header('content-range', `bytes */${sizeBytes}`)
      throw new Refused(badRange)
    }
    reply.status(share.status).headers({ etag, 'last-modified': modifiedAt.toUTCString() })
    if (share.status === 304) return await reply.send()
    const { status, start, end } = share
    // Before the answer begins, so that a storage that is away can be told as that.
    const first = request.method === 'HEAD' || end < start ? undefined : await firstChunk(chunks, start, end)
    reply.headers({
      'content-type': contentType,
      'content-length': end - start + 1,
      ...(status === 206 && { 'content-range': `bytes ${start}-${end}/${sizeBytes}` }),
      ...(disposition !== undefined && { 'content-disposition': disposition }),
    })
    // From here on the bytes go past the framework, which would wrap them in streams of small chunks.
    reply.hijack()
    const response = reply.raw
    response.writeHead(status, responseHeaders(reply))
    if (first === undefined) response.end()
    else await pour(chunks, { first, start, end }, response)
    return reply
  } catch (error) {
    // Once the answer has begun, a cut connection is all that is left to say.
    if (reply.raw.headersSent) reply.raw.destroy()
    throw error
  } finally {
    chunks.close()
  }
}

function responseHeaders(reply: FastifyReply): Record<string, string | number | string[]> {
  const headers: Record<string, string | number | string[]> = {}
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) headers[name] = value
  return headers
}

/** Small for a long answer: whoever jumps about in a track waits for the first sound, and often takes no more than that. */
async function firstChunk(chunks: ChunkReader, start: number, end: number): Promise<Chunk> {
  return chunks.next(start, end - start < CHUNK_BYTES ? end : start + FIRST_CHUNK_BYTES - 1)
}

/** Sends bytes from `start` to `end`, both included, as fast as the receiver takes them. */
async function pour(
  chunks: ChunkReader,
  { first, start, end }: { first: Chunk; start: number; end: number },
  response: ServerResponse,
): Promise<void> {
  const timeout = cutOffWhenIdle(response)
  let settle: ((isTaken: boolean) => void) | undefined
  response.once('close', () => settle?.(false))
  /** Resolves when nobody reads the bytes any more: the kernel has taken them (true), or it never will. */
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
    // Chunks that are there at once, for a receiver that takes them at once, would leave nobody else a turn.
    else if ((count + 1) % CHUNKS_PER_TURN === 0) await yieldToEventLoop()
    if (response.destroyed) return
    chunk = await chunks.next(position, end)
  }
  response.end()
}

/** Cuts off a receiver that takes nothing any more; whoever takes a little of a chunk now and then is left in peace. */
function cutOffWhenIdle(response: ServerResponse): { renew: () => void } {
  let idleLooks = 0
  let lookedAt = 0
  response.setTimeout(LOOK_EVERY_MS, () => {
    const time = performance.now()
    // Node is silent about a look at which some bytes of a chunk had left since the one before.
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
  await yieldToEventLoop()
  await yieldToEventLoop()
}
