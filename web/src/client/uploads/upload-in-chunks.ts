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

/** Milliseconds without a byte after which the line counts as dropped. */
const TIMEOUT = 30_000
/** Milliseconds until the next try: twice as long each time, up to this. */
const LONGEST_PAUSE = 15_000
/** An upload that the server does not have any more is begun anew so many times. */
const NEW_BEGINNINGS = 2

interface ChunkedUploadOptions {
  kind: UploadKind
  signal?: AbortSignal | undefined
  /** `isWaiting`: the line has dropped, and it goes on by itself. */
  onSent?: ((sentBytes: number, isWaiting: boolean) => void) | undefined
}

/**
 * Sends a file so that a dropped line or a closed page costs no more than the last chunk, and gives the id by which a
 * form names it. Waits for the line as long as it takes.
 * @throws ApiError when the server refuses
 * @throws the signal’s reason when the caller aborts; then the server forgets the file, too
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
    // Where it stands and when to try again, we keep ourselves.
    storeFingerprintForResuming: false,
    retryDelays: null,
    onBeforeRequest(request) {
      for (const [name, value] of Object.entries(sessionHeaders())) request.setHeader(name, value)
    },
    onAfterResponse(request, response) {
      // Only who hears that it is gone shall begin anew; a server that is busy or restarts has not forgotten it.
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

/** Sends until everything has arrived or something fails, which it then gives. */
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

/** Whoever gives up leaves nothing behind; where that cannot be said now, it goes by itself after a day. */
async function drop(upload: Upload): Promise<void> {
  if (upload.url === null) return
  removeUnfinished(upload.url)
  await upload.abort(true).catch(() => undefined)
}

function idIn(address: string): string {
  return new URL(address, globalThis.location.href).pathname.split('/').at(-1) ?? ''
}

const isDetailed = (failure: Error): failure is DetailedError => 'originalResponse' in failure

/** What the server says for good; undefined for a dropped line and whatever else passes by itself. */
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

/** Waits so many milliseconds, or until the browser is on line again; off line, for that alone. */
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
