import { urlOf, type ResponseOf, type InputOfCall } from '@tonarchiv/contract/route'
import { splitPath, readResponse, type JsonRoute } from '../response.ts'
import { ApiError } from '../api-error.ts'
import { sessionHeaders } from '../call.ts'
import { emitRefusedAccess } from '../refused-access.ts'
import { emitServerResponse } from '../server-responses.ts'

/** The upload progress of a form with all its files. */
export interface UploadProgress {
  sentBytes: number
  totalBytes: number
  /** Bytes per second over the last seconds; undefined until the rate can be measured. */
  bytesPerSecond?: number | undefined
  /** Whether the connection is lost and the upload waits for it. */
  isWaiting?: boolean
}

export interface UploadOptions {
  signal?: AbortSignal | undefined
  /** Milliseconds within which the response must arrive; undefined for no limit. */
  timeout?: number | undefined
  onProgress?: ((progress: UploadProgress) => void) | undefined
}

export type UploadRoute = JsonRoute & { multipart: object }

/**
 * Sends a form with files to a route of the contract, reports the progress, and returns the parsed response. Uses
 * XMLHttpRequest, because `fetch` does not report upload progress.
 * @throws ApiError when the server rejects the form, or when the connection is lost
 * @throws the reason of the signal when the caller aborts
 */
export function upload<R extends UploadRoute>(
  route: R,
  input: InputOfCall<R>,
  options?: UploadOptions,
): Promise<ResponseOf<R>>
export async function upload(
  route: UploadRoute,
  given: unknown,
  { signal, timeout = 0, onProgress }: UploadOptions = {},
): Promise<unknown> {
  const { form, ...address } = splitPath(given)
  signal?.throwIfAborted()
  const request = new XMLHttpRequest()
  request.open(route.method, urlOf(route, address))
  request.timeout = timeout
  for (const [name, value] of Object.entries(sessionHeaders())) request.setRequestHeader(name, value)
  request.upload.addEventListener('progress', ({ loaded, total }) =>
    onProgress?.({ sentBytes: loaded, totalBytes: total }),
  )
  const abort = () => request.abort()
  signal?.addEventListener('abort', abort)
  try {
    await new Promise<void>((done) => {
      request.addEventListener('loadend', () => done())
      request.send(form)
    })
  } finally {
    signal?.removeEventListener('abort', abort)
  }
  signal?.throwIfAborted()
  if (request.status === 0) throw ApiError.unreachable()
  try {
    const retryAfter = request.getResponseHeader('retry-after')
    const answer = readResponse(route, request.status, request.responseText, retryAfter)
    emitServerResponse()
    return answer
  } catch (failure) {
    if (failure instanceof ApiError) emitRefusedAccess(failure)
    throw failure
  }
}
