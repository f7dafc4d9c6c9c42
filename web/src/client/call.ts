import { confirmationRequired } from '@tonarchiv/contract/refusal'
import { urlOf, type ResponseOf, type InputOfCall, type RouteShape } from '@tonarchiv/contract/route'
import { errorIn, splitPath, readResponse, type JsonRoute } from './response.ts'
import { ApiError, UNREACHABLE } from './api-error.ts'
import { emitRefusedAccess } from './refused-access.ts'
import { emitUnanswered, isConnectionLost } from './connection.ts'
import { askForConfirmation } from './confirmation.ts'
import { answerFromDevice, rememberAnswer } from './device-answers.ts'
import { emitServerResponse } from './server-responses.ts'
import { getStored } from './browser-storage.ts'

/** Milliseconds after which a call without a response is aborted. See docs/product.md §20.3. */
const CALL_TIMEOUT = 10_000

export interface CallOptions {
  signal?: AbortSignal | undefined
  /**
   * Whether the browser finishes the request after the page was closed. Browsers allow at most 64 KiB for all such
   * requests in progress.
   */
  keepalive?: boolean
}

type Arguments<R> =
  object extends InputOfCall<R>
    ? [input?: InputOfCall<R>, options?: CallOptions]
    : [input: InputOfCall<R>, options?: CallOptions]

/** The headers of every call: the session token, if there is one, and that JSON is accepted. */
export function sessionHeaders(): Record<string, string> {
  const token = getStored('authToken')
  return { Accept: 'application/json', ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }) }
}

/**
 * Calls a route of the contract and returns the parsed response. While the connection is lost, data that is stored on
 * this device may answer the call. If the server requires a confirmation, the member is asked for it, and the call is
 * repeated.
 * @throws ApiError when the server rejects the call, does not answer within 10 s, or sends an unexpected response
 * @throws the reason of the signal when the caller aborts
 */
export function call<R extends JsonRoute>(route: R, ...rest: Arguments<R>): Promise<ResponseOf<R>>
export async function call(route: JsonRoute, given?: unknown, options?: CallOptions): Promise<unknown> {
  try {
    return await callOnce(route, given, options)
  } catch (failure) {
    const isAsked = failure instanceof ApiError && failure.is(confirmationRequired)
    if (isAsked && (await askForConfirmation(route))) return callOnce(route, given, options)
    throw failure
  }
}

async function callOnce(
  route: JsonRoute,
  given?: unknown,
  { signal, keepalive = false }: CallOptions = {},
): Promise<unknown> {
  const { body, ...address } = splitPath(given)
  const known = isConnectionLost() ? await answerFromDevice(route, address) : undefined
  if (known !== undefined) return known
  const timeout = AbortSignal.timeout(CALL_TIMEOUT)
  try {
    const response = await fetch(urlOf(route, address), {
      method: route.method,
      credentials: 'same-origin',
      headers: { ...sessionHeaders(), ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      keepalive,
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    })
    const text = await response.text()
    const answer = readResponse(route, response.status, text, response.headers.get('retry-after'))
    emitServerResponse()
    rememberAnswer(route, address, answer)
    return answer
  } catch (failure) {
    const error = failure instanceof ApiError ? failure : unreachable(signal)
    const isAnswered = error.code !== UNREACHABLE
    emitRefusedAccess(error)
    if (!isAnswered && !timeout.aborted) emitUnanswered()
    // One failed call does not mean that the connection is lost. Data on this device answers the call only if
    // `connection` has reported a lost connection.
    const kept = !isAnswered && isConnectionLost() ? await answerFromDevice(route, address) : undefined
    if (kept === undefined) throw error
    return kept
  }
}

/** The error for a call without a response. @throws the reason of the signal when the caller has aborted */
function unreachable(signal: AbortSignal | undefined): ApiError {
  signal?.throwIfAborted()
  return ApiError.unreachable()
}

type FileRoute = RouteShape & { answer: 'bytes' }
type InputOfFile<R> = object extends InputOfCall<R> ? [] : [input: InputOfCall<R>]

/**
 * Calls a route that answers with a file. There is no time limit for receiving the file.
 * @throws ApiError when the server rejects the call, or when the connection ends before the whole file was received
 */
export async function callForFile<R extends FileRoute>(route: R, ...[input]: InputOfFile<R>): Promise<Blob> {
  const response = await requestFile(route, { input })
  return response.blob().catch(() => {
    throw ApiError.unreachable()
  })
}

/**
 * Requests a file whose bytes the caller reads from the response.
 * @throws ApiError when the server rejects the call or does not answer
 * @throws the reason of the signal when the caller aborts
 */
export async function requestFile(
  route: FileRoute,
  { input, signal }: { input?: unknown; signal?: AbortSignal },
): Promise<Response> {
  try {
    const response = await fetch(urlOf(route, splitPath(input)), {
      method: route.method,
      credentials: 'same-origin',
      headers: sessionHeaders(),
      ...(signal && { signal }),
    })
    if (response.ok) return response
    throw errorIn(response.status, await response.text(), response.headers.get('retry-after'))
  } catch (failure) {
    signal?.throwIfAborted()
    if (!(failure instanceof ApiError)) throw ApiError.unreachable()
    emitRefusedAccess(failure)
    throw failure
  }
}
