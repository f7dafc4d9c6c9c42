import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  Agent as HttpAgent,
  request as overHttp,
} from 'node:http'
import { Agent as HttpsAgent, request as overHttps } from 'node:https'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { StorageUnavailable } from '../storage-unavailable.ts'
import type { S3Settings } from '../storage-choice.ts'

/** Timeout for connecting to the store. See docs/security-requirements.md U-08. */
const CONNECT_WITHIN_MS = 3000
/** Timeout of a call. It starts again whenever `LEAST_BYTES` have been sent or received. */
const TIMEOUT_MS = 5000
const LEAST_BYTES = 64 * 1024
/** The body of a request is written in chunks of this size, so that a stalled connection is noticed. */
const SLICE_BYTES = 64 * 1024
const RESPONSE_MAX_BYTES = 8 * 1024 * 1024
const CONNECTIONS = 64
/**
 * Pauses before the retries after a broken connection. There are no retries once `TRY_AGAIN_WITHIN_MS` have passed, and
 * none after a timeout.
 */
const PAUSES_MS = [50, 250]
const TRY_AGAIN_WITHIN_MS = 2000
const PASSING = new Set([429, 500, 502, 503, 504])
const EMPTY_HASH = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** One request to the store. */
export interface S3Call {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** The key of the object; undefined for a request to the bucket itself. */
  key?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Uint8Array<ArrayBuffer>
  /** The buffer for the body of the response. A longer body is a fault. */
  into?: Uint8Array
  timeoutMs?: number
  signal?: AbortSignal | undefined
}

export interface S3Response {
  status: number
  headers: IncomingHttpHeaders
  /** The body of the response. It is a view of `into` if that was given. */
  body: Buffer
}

/** Sends signed requests to the store. A request fails when too few bytes move within its timeout. */
export interface S3Transport {
  /** @throws StorageUnavailable when there is no response, or when the response says that the store is busy */
  send(call: S3Call): Promise<S3Response>
  close(): void
}

export function createS3Transport(settings: S3Settings): S3Transport {
  const isHttps = settings.endpoint.startsWith('https:')
  const agent = new (isHttps ? HttpsAgent : HttpAgent)({ keepAlive: true, maxSockets: CONNECTIONS })
  const keys = new Map<string, ArrayBuffer>()

  async function sign({ method, key, query = {}, headers = {}, body }: S3Call) {
    const hash = body === undefined ? EMPTY_HASH : await sha256(body)
    const signer = new AwsV4Signer({
      method,
      url: urlOf(settings.endpoint, settings, key, query),
      headers: { ...headers, 'x-amz-content-sha256': hash },
      ...accountOf(settings),
      cache: keys,
    })
    const signed = await signer.sign()
    return { url: signed.url, headers: Object.fromEntries(signed.headers) }
  }

  async function attempt(call: S3Call): Promise<S3Response> {
    const { url, headers } = await sign(call)
    call.signal?.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<S3Response>()
    const request = (isHttps ? overHttps : overHttp)(url, {
      method: call.method,
      agent,
      headers: {
        ...headers,
        ...(isSending(call) && { 'content-length': String(call.body?.byteLength ?? 0) }),
      },
      ...(call.signal && { signal: call.signal }),
    })
    const giveUp = (what: string) => {
      reject(new StorageUnavailable(what))
      request.destroy()
    }
    const timeout = watchProgress(call.timeoutMs ?? TIMEOUT_MS, () => giveUp('it is too slow'))
    request.once('error', reject)
    request.once('socket', (socket) => {
      if (!socket.connecting) return
      const timer = setTimeout(() => giveUp('it cannot be reached'), CONNECT_WITHIN_MS)
      for (const event of ['connect', 'close']) socket.once(event, () => clearTimeout(timer))
    })
    request.once('response', (response) => {
      const { statusCode: status = 0, headers } = response
      collect(response, status < 300 ? call.into : undefined, timeout.count).then(
        (body) => resolve({ status, headers, body }),
        reject,
      )
    })
    for (const slice of slicesOf(call.body)) request.write(slice, () => timeout.count(slice.byteLength))
    request.end()
    try {
      return await promise
    } finally {
      timeout.stop()
    }
  }

  return {
    send: async (call) => retried(async () => attempt(call)),
    close: () => agent.destroy(),
  }
}

/** Retries after broken connections and after responses of a busy store. */
async function retried(attempt: () => Promise<S3Response>): Promise<S3Response> {
  const startedAt = performance.now()
  for (let turn = 0; ; turn += 1) {
    const wait = PAUSES_MS[turn]
    const mayTryAgain = wait !== undefined && performance.now() - startedAt < TRY_AGAIN_WITHIN_MS
    try {
      const answer = await attempt()
      if (!PASSING.has(answer.status)) return answer
      if (!mayTryAgain) throw new StorageUnavailable(`it answers with ${answer.status}`)
    } catch (error) {
      if (!isBroken(error)) throw error
      if (!mayTryAgain) throw new StorageUnavailable('the connection broke', error)
    }
    await pause(wait)
  }
}

/**
 * A URL with which one object can be read without further credentials. It is valid for the given seconds, and the
 * response has exactly the given headers.
 */
export async function signedUrl(
  settings: S3Settings,
  key: string,
  { seconds, query }: { seconds: number; query: Record<string, string> },
): Promise<string> {
  const signer = new AwsV4Signer({
    method: 'GET',
    url: urlOf(settings.publicEndpoint, settings, key, { ...query, 'X-Amz-Expires': String(seconds) }),
    ...accountOf(settings),
    signQuery: true,
  })
  const { url } = await signer.sign()
  // The signature was computed with %20 for a space, but `URL` writes +.
  return url.href.replaceAll('+', '%20')
}

function accountOf({ region, accessKeyId, secretAccessKey }: S3Settings) {
  return { service: 's3', region, accessKeyId, secretAccessKey }
}

/**
 * The URL of a bucket or an object. Nothing is escaped, because the names of buckets and keys contain no characters
 * that need it.
 */
function urlOf(
  endpoint: string,
  { bucket }: S3Settings,
  key: string | undefined,
  query: Record<string, string>,
): string {
  const search = new URLSearchParams(query).toString().replaceAll('+', '%20')
  return `${endpoint}/${bucket}${key === undefined ? '' : `/${key}`}${search === '' ? '' : `?${search}`}`
}

/** Hashes bytes in another thread, unlike the hash of `node:crypto`. */
async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
}

function isSending({ method, body }: S3Call): boolean {
  return body !== undefined || method === 'PUT' || method === 'POST'
}

function* slicesOf(body: Uint8Array | undefined): Generator<Uint8Array> {
  if (body === undefined) return
  for (let at = 0; at < body.byteLength; at += SLICE_BYTES) yield body.subarray(at, at + SLICE_BYTES)
}

interface ProgressTimeout {
  /** Call it when this number of bytes was sent or received. */
  count: (bytes: number) => void
  stop: () => void
}

function watchProgress(milliseconds: number, onEnd: () => void): ProgressTimeout {
  const timer = setTimeout(onEnd, milliseconds)
  let moved = 0
  return {
    count: (bytes) => {
      moved += bytes
      if (moved < LEAST_BYTES) return
      moved = 0
      timer.refresh()
    },
    stop: () => clearTimeout(timer),
  }
}

async function collect(
  response: IncomingMessage,
  into: Uint8Array | undefined,
  count: (bytes: number) => void,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('An answer of text')
    if (length + chunk.length > (into?.byteLength ?? RESPONSE_MAX_BYTES))
      throw new Error('The media storage answered with more than was asked for')
    if (into === undefined) chunks.push(chunk)
    else into.set(chunk, length)
    length += chunk.length
    count(chunk.length)
  }
  return into === undefined ? Buffer.concat(chunks) : Buffer.from(into.buffer, into.byteOffset, length)
}

const BREAKS = new Set([
  'ECONNRESET',
  'EPIPE',
  'ECONNREFUSED',
  'ECONNABORTED',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
])

function isBroken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && BREAKS.has(String(error.code))
}
