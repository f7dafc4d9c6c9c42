import {
  tooManyUploads,
  uploadBroken,
  UPLOAD_CHUNK_BYTES,
  UPLOADS_PATH,
  type UploadKind,
} from '@tonarchiv/contract/uploads'
import { diskFull, ErrorBody, forbidden, unauthenticated } from '@tonarchiv/contract/refusal'
import type { DetailedError, Upload } from 'tus-js-client'
import { ApiError } from '../api-error.ts'
import { sessionHeaders } from '../call.ts'
import { emitRefusedAccess } from '../refused-access.ts'
import { fingerprintOf, removeUnfinished, storeUnfinished, unfinishedUpload } from './unfinished-uploads.ts'

/** Milliseconds without progress after which the connection counts as lost. */
const TIMEOUT = 30_000
/**
 * Longest pause in milliseconds before the next attempt. Each pause is twice as long as the previous one, up to this.
 */
const LONGEST_PAUSE = 15_000
/** If the server does not have the upload any more, it is started again from the beginning, at most this many times. */
const NEW_BEGINNINGS = 2

interface ChunkedUploadOptions {
  kind: UploadKind
  signal?: AbortSignal | undefined
  /** Called when bytes were sent. `isWaiting`: the connection is lost; the upload continues when it is back. */
  onSent?: ((sentBytes: number, isWaiting: boolean) => void) | undefined
}

/**
 * Uploads a file in chunks, so that a lost connection or a closed page costs at most one chunk. Waits for the
 * connection without a time limit. Returns the id by which the form refers to the file.
 * @throws ApiError when the server rejects the upload
 * @throws the reason of the signal when the caller aborts; the upload is then also deleted on the server
 */
export async function uploadInChunks(
  file: File,
  { kind, signal, onSent }: ChunkedUploadOptions,
): Promise<{ id: string; address: string }> {
  const fingerprint = fingerprintOf(kind, file)
  const upload = await open(file, kind, unfinishedUpload(fingerprint))
  let sentBytes = 0
  upload.options.onUploadUrlAvailable = () => {
    if (upload.url !== null) storeUnfinished(fingerprint, upload.url)
  }
  upload.options.onProgress = (sent) => {
    sentBytes = sent
    onSent?.(sent, false)
  }

  let failures = 0
  let beginnings = 0
  for (;;) {
    const before = sentBytes
    const failure = await attempt(upload, signal)
    if (signal?.aborted) await drop(upload)
    signal?.throwIfAborted()
    if (failure === undefined && upload.url !== null) return { id: idIn(upload.url), address: upload.url }
    const refusal = refusalOf(failure)
    if (refusal?.status === 404) beginnings += 1
    if (refusal && (refusal.status !== 404 || beginnings > NEW_BEGINNINGS)) {
      emitRefusedAccess(refusal)
      throw refusal
    }
    failures = sentBytes > before ? 0 : failures + 1
    onSent?.(sentBytes, true)
    await untilOnline(Math.min(1000 * 2 ** failures, LONGEST_PAUSE), signal)
  }
}

async function open(file: File, kind: UploadKind, begunAt: string | undefined): Promise<Upload> {
  const { Upload } = await import('tus-js-client').catch(() => {
    throw ApiError.unreachable()
  })
  return new Upload(file, {
    endpoint: new URL(UPLOADS_PATH, globalThis.location.href).href,
    uploadUrl: begunAt ?? null,
    chunkSize: UPLOAD_CHUNK_BYTES,
    metadata: { kind, filename: file.name.slice(-200) },
    // This module itself stores the URL of the upload and retries; tus-js-client must not.
    storeFingerprintForResuming: false,
    retryDelays: null,
    onBeforeRequest(request) {
      for (const [name, value] of Object.entries(sessionHeaders())) request.setHeader(name, value)
    },
    onAfterResponse(request, response) {
      // After any rejected HEAD request, tus-js-client starts a new upload. Only 404 and 410 mean that the server does
      // not have the upload any more. After any other status, the upload is retried.
      const status = response.getStatus()
      const isLooking = request.getMethod() === 'HEAD'
      if (isLooking && status >= 400 && status !== 404 && status !== 410) throw new BusyServer(status)
    },
  })
}

class BusyServer extends Error {
  readonly status: number

  constructor(status: number) {
    super(`Status ${status}`)
    this.status = status
  }
}

/**
 * Sends the file until it has been uploaded or an error occurs.
 * @returns the error; undefined when the file was uploaded
 */
async function attempt(upload: Upload, signal: AbortSignal | undefined): Promise<Error | undefined> {
  const over = new AbortController()
  try {
    return await new Promise<Error | undefined>((done) => {
      const giveUp = () => {
        void upload.abort()
        done(new Error('The line has dropped'))
      }
      let timeout = setTimeout(giveUp, TIMEOUT)
      const reported = upload.options.onProgress
      upload.options.onSuccess = () => done(undefined)
      upload.options.onError = (failure) => done(failure)
      upload.options.onProgress = (sent, total) => {
        clearTimeout(timeout)
        timeout = setTimeout(giveUp, TIMEOUT)
        reported?.(sent, total)
      }
      over.signal.addEventListener('abort', () => {
        clearTimeout(timeout)
        upload.options.onProgress = reported ?? null
      })
      globalThis.addEventListener('offline', giveUp, { signal: over.signal })
      signal?.addEventListener('abort', giveUp, { signal: over.signal })
      if (signal?.aborted) giveUp()
      else upload.start()
    })
  } finally {
    over.abort()
  }
}

/** Deletes an aborted upload on the server. If that fails, the server itself deletes the upload after a day. */
async function drop(upload: Upload): Promise<void> {
  if (upload.url === null) return
  removeUnfinished(upload.url)
  await upload.abort(true).catch(() => undefined)
}

function idIn(address: string): string {
  return new URL(address, globalThis.location.href).pathname.split('/').at(-1) ?? ''
}

const isDetailed = (failure: Error): failure is DetailedError => 'originalResponse' in failure

/**
 * The error with which the server has finally rejected the upload; undefined for a lost connection and other temporary
 * errors.
 */
function refusalOf(failure: Error | undefined): ApiError | undefined {
  if (failure === undefined || !isDetailed(failure)) return undefined
  const { originalResponse: response, causingError: cause } = failure
  if (cause instanceof BusyServer) {
    const refused = [unauthenticated, forbidden].find(({ status }) => status === cause.status)
    return refused && new ApiError(refused)
  }
  if (!response) return undefined
  const status = response.getStatus()
  const refusal = responseOf(status, response.getBody())
  const isPassing =
    refusal.is(uploadBroken) ||
    [408, 409, 423, 429].includes(status) ||
    (status >= 500 && !refusal.is(diskFull))
  return isPassing && !refusal.is(tooManyUploads) ? undefined : refusal
}

function responseOf(status: number, text: string): ApiError {
  try {
    return ApiError.of(status, ErrorBody.parse(JSON.parse(text)))
  } catch {
    return ApiError.invalidResponse(status)
  }
}

/** Waits for `pause` milliseconds, or until the browser is online again. While the browser is offline, waits longer. */
async function untilOnline(pause: number, signal: AbortSignal | undefined): Promise<void> {
  const over = new AbortController()
  await new Promise<void>((done) => {
    const timer = setInterval(() => navigator.onLine && done(), pause)
    over.signal.addEventListener('abort', () => clearInterval(timer))
    globalThis.addEventListener('online', () => done(), { signal: over.signal })
    signal?.addEventListener('abort', () => done(), { signal: over.signal })
    if (signal?.aborted) done()
  })
  over.abort()
}
