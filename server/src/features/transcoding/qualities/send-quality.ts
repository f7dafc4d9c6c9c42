import type { QualityCodec } from '@tonarchiv/contract/qualities'
import { overloaded } from '@tonarchiv/contract/refusal'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ServerResponse } from 'node:http'
import { cutOffWhenIdle, responseHeaders, sendBytes } from '#http/delivery/send-bytes.ts'
import { userContentHeaders } from '#http/pages/page-headers.ts'
import { Refused } from '#platform/refused.ts'
import type { GrowingFile } from './growing-file.ts'
import type { QualityStream } from './quality-streams.ts'

const CHUNK_BYTES = 64 * 1024
/** For the first bytes, behind the encodings of others. */
const FIRST_BYTES_TIMEOUT_MS = 15_000
const TYPE_OF: Record<QualityCodec, string> = { opus: 'audio/mp4', aac: 'audio/mp4', mp3: 'audio/mpeg' }
const CACHE_CONTROL = 'private'

/** Sends an encoded file: whole with ranges, or from its beginning while it is written. */
export async function sendQuality(
  request: FastifyRequest,
  reply: FastifyReply,
  stream: QualityStream,
  codec: QualityCodec,
): Promise<FastifyReply> {
  if (stream.isWhole) {
    const { file, name } = stream
    const contentType = TYPE_OF[codec]
    return sendBytes(request, reply, { file, contentType, etag: `"${name}"`, cacheControl: CACHE_CONTROL })
  }
  try {
    return await sendGrowing(reply, stream.file, codec)
  } finally {
    stream.leave()
  }
}

/** The headers of a file that is sent while it is encoded. */
export function growingHeaders(codec: QualityCodec): Record<string, string> {
  return {
    ...userContentHeaders,
    'accept-ranges': 'none',
    'cache-control': CACHE_CONTROL,
    'content-type': TYPE_OF[codec],
  }
}

async function sendGrowing(
  reply: FastifyReply,
  file: GrowingFile,
  codec: QualityCodec,
): Promise<FastifyReply> {
  const response = reply.raw
  const left = new AbortController()
  response.once('close', () => left.abort())
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
  // Read before the response begins, so that a file that cannot be encoded is answered with an error.
  const first = await firstBytes(file, chunk, left.signal)
  reply.headers(growingHeaders(codec))
  reply.hijack()
  response.writeHead(200, responseHeaders(reply))
  try {
    await pour(file, { chunk, first }, response, left.signal)
  } catch {
    // Once the response has begun, the only way to report an error is to close the connection.
    response.destroy()
  }
  return reply
}

/** @throws Refused `overloaded` when it takes too long */
async function firstBytes(file: GrowingFile, chunk: Buffer, left: AbortSignal): Promise<number> {
  const timeout = AbortSignal.timeout(FIRST_BYTES_TIMEOUT_MS)
  try {
    return await file.read(chunk, 0, AbortSignal.any([left, timeout]))
  } catch (error) {
    if (timeout.aborted) throw new Refused(overloaded, { retryAfterSeconds: 5 })
    throw error
  }
}

async function pour(
  file: GrowingFile,
  { chunk, first }: { chunk: Buffer; first: number },
  response: ServerResponse,
  left: AbortSignal,
): Promise<void> {
  const timeout = cutOffWhenIdle(response)
  let position = 0
  for (let length = first; length > 0; length = await file.read(chunk, position, left)) {
    timeout.renew()
    if (!(await isTaken(response, chunk.subarray(0, length), left))) return
    position += length
  }
  response.end()
}

/** Whether the kernel has taken the bytes, so that their memory may be used again; false when it never will. */
async function isTaken(response: ServerResponse, bytes: Buffer, left: AbortSignal): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const close = () => resolve(false)
  left.addEventListener('abort', close, { once: true })
  if (left.aborted) resolve(false)
  else response.write(bytes, (error) => resolve(error === null || error === undefined))
  const wasTaken = await promise
  left.removeEventListener('abort', close)
  return wasTaken
}
