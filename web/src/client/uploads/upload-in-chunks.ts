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
/** Longest pause in milliseconds before the next attempt; pauses double up to this. */
const LONGEST_PAUSE = 15_000
/** How many times an upload that the server no longer has is started from the beginning. */
const NEW_BEGINNINGS = 2

interface ChunkedUploadOptions {
  kind: UploadKind
  signal?: AbortSignal | undefined
  /** `isWaiting`: the connection is lost, and the upload will continue by itself. */
  onSent?: ((sentBytes: number, isWaiting: boolean) => void) | undefined
}

/**
 * Uploads a file in chunks, so that a lost connection or a closed page costs one chunk at most, and returns
 * the id for the form. Waits for the connection without a limit.
 * @throws ApiError when the server rejects it
 * @throws the signal’s reason when the caller aborts; then the upload is deleted on the server, too
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
    // The URL and the retries are managed here.
    storeFingerprintForResuming: false,
    retryDelays: null,
    onBeforeRequest(request) {
      for (const [name, value] of Object.entries(sessionHeaders())) request.setHeader(name, value)
    },
    onAfterResponse(request, response) {
      // tus-js-client starts a new upload after any rejected HEAD request. Only 404 and 410 mean that the upload is
      // gone; after other errors it is retried.
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
 * Sends until the file has arrived or an error occurs.
 * @returns the error
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

/** Deletes an aborted upload on the server; if that fails, the server deletes it after a day. */
async function drop(upload: Upload): Promise<void> {
  if (upload.url === null) return
  removeUnfinished(upload.url)
  await upload.abort(true).catch(() => undefined)
}

function idIn(address: string): string {
  return new URL(address, globalThis.location.href).pathname.split('/').at(-1) ?? ''
}

const isDetailed = (failure: Error): failure is DetailedError => 'originalResponse' in failure

/** A final rejection by the server; undefined for a lost connection and other temporary errors. */
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

/**
 * Waits for this number of milliseconds, or until the browser comes online. Continues waiting while the browser is
 * offline.
 */
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
