import { overloaded } from '@tonarchiv/contract/refusal'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ServerResponse } from 'node:http'
import type { StreamCodec } from '#audio-probe/encode-quality.ts'
import { cutOffWhenIdle, responseHeaders, sendBytes } from '#http/delivery/send-bytes.ts'
import { userContentHeaders } from '#http/pages/page-headers.ts'
import { Refused } from '#platform/refused.ts'
import type { GrowingFile } from './growing-file.ts'
import type { QualityStream } from './quality-streams.ts'

const CHUNK_BYTES = 64 * 1024
/** Maximum time until the first bytes, which includes the wait for other encodings. */
const FIRST_BYTES_TIMEOUT_MS = 15_000
const TYPE_OF: Record<StreamCodec, string> = {
  opus: 'audio/mp4',
  aac: 'audio/mp4',
  mp3: 'audio/mpeg',
  'ogg-opus': 'audio/ogg',
  adts: 'audio/aac',
}
const CACHE_CONTROL = 'private'

/** How an encoded file is sent. */
interface Sent {
  codec: StreamCodec
  /**
   * The length to declare for a file that is still being encoded. The file is cut at this length, or filled up with
   * zeros, which decoders skip. Undefined to declare none.
   */
  announcedBytes?: number | undefined
}

/**
 * Sends an encoded file. Ranges are supported if it is complete. Otherwise it is sent from its beginning while it is
 * being written.
 */
export async function sendQuality(
  request: FastifyRequest,
  reply: FastifyReply,
  stream: QualityStream,
  { codec, announcedBytes }: Sent,
): Promise<FastifyReply> {
  if (stream.isWhole) {
    const { file, name } = stream
    const contentType = TYPE_OF[codec]
    return sendBytes(request, reply, { file, contentType, etag: `"${name}"`, cacheControl: CACHE_CONTROL })
  }
  try {
    return await sendGrowing(reply, stream.file, { codec, announcedBytes })
  } finally {
    stream.leave()
  }
}

/** Sets the headers of a file that is sent while it is encoded. */
export function setGrowingHeaders(reply: FastifyReply, { codec, announcedBytes }: Sent): void {
  // A protocol that pages of other sites may use (OpenSubsonic) has already set this header.
  const crossOrigin = reply.getHeader('cross-origin-resource-policy')
  reply.headers({
    ...userContentHeaders,
    ...(crossOrigin !== undefined && { 'cross-origin-resource-policy': crossOrigin }),
    'accept-ranges': 'none',
    'cache-control': CACHE_CONTROL,
    'content-type': TYPE_OF[codec],
    ...(announcedBytes !== undefined && { 'content-length': announcedBytes }),
  })
}

async function sendGrowing(reply: FastifyReply, file: GrowingFile, sent: Sent): Promise<FastifyReply> {
  const response = reply.raw
  const left = new AbortController()
  response.once('close', () => left.abort())
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
  // The first bytes are read before the response begins, so that a failed encoding is answered with an error.
  const first = await firstBytes(file, chunk, left.signal)
  setGrowingHeaders(reply, sent)
  reply.hijack()
  response.writeHead(200, responseHeaders(reply))
  try {
    await pour(file, { chunk, first, announcedBytes: sent.announcedBytes }, response, left.signal)
  } catch {
    // Once the response has begun, the only way to report an error is to close the connection.
    response.destroy()
  }
  return reply
}

/** @throws Refused `overloaded` when the first bytes take too long */
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
  { chunk, first, announcedBytes }: { chunk: Buffer; first: number; announcedBytes: number | undefined },
  response: ServerResponse,
  left: AbortSignal,
): Promise<void> {
  const timeout = cutOffWhenIdle(response)
  const end = announcedBytes ?? Infinity
  let position = 0
  for (let length = first; length > 0; length = await file.read(chunk, position, left)) {
    timeout.renew()
    const bytes = chunk.subarray(0, Math.min(length, end - position))
    if (bytes.length > 0 && !(await isTaken(response, bytes, left))) return
    position += length
  }
  if (announcedBytes !== undefined) {
    chunk.fill(0)
    for (; position < end; position += chunk.length) {
      timeout.renew()
      if (!(await isTaken(response, chunk.subarray(0, end - position), left))) return
    }
  }
  response.end()
}

/**
 * Writes bytes to the response.
 * @returns true when the kernel has taken the bytes, so that their memory may be reused; false when the connection is
 * lost
 */
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
