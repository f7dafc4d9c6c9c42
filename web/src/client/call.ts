import { addressOf, type AnswerOf, type InputOfCall } from '@tonarchiv/contract/route'
import { partsOf, readAnswer, type JsonRoute } from './answer.ts'
import { ApiError } from './api-error.ts'
import { announceRefusal } from './refused-access.ts'
import { announceServerAnswer } from './server-answers.ts'
import { recall } from './remembered.ts'

/** Milliseconds. See docs/product.md §20.3. */
const CALL_TIMEOUT = 10_000

export interface CallOptions {
  signal?: AbortSignal | undefined
}

type Arguments<R> =
  object extends InputOfCall<R>
    ? [input?: InputOfCall<R>, options?: CallOptions]
    : [input: InputOfCall<R>, options?: CallOptions]

/** The headers every call carries: who we are, and that we speak JSON. */
export function sessionHeaders(): Record<string, string> {
  const token = recall('authToken')
  return { Accept: 'application/json', ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }) }
}

/**
 * Calls the server by a route of the contract and gives its parsed answer.
 * @throws ApiError when the server refuses, is not reached within 10 s, or answers something else
 * @throws the signal’s reason when the caller aborts
 */
export function call<R extends JsonRoute>(route: R, ...rest: Arguments<R>): Promise<AnswerOf<R>>
export async function call(
  route: JsonRoute,
  given?: unknown,
  { signal }: CallOptions = {},
): Promise<unknown> {
  const { body, ...address } = partsOf(given)
  const timeout = AbortSignal.timeout(CALL_TIMEOUT)
  try {
    const response = await fetch(addressOf(route, address), {
      method: route.method,
      credentials: 'same-origin',
      headers: { ...sessionHeaders(), ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    })
    const text = await response.text()
    const answer = readAnswer(route, response.status, text, response.headers.get('retry-after'))
    announceServerAnswer()
    return answer
  } catch (failure) {
    if (failure instanceof ApiError) {
      announceRefusal(failure)
      throw failure
    }
    signal?.throwIfAborted()
    throw ApiError.unreachable()
  }
}
