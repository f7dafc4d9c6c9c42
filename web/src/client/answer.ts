import './zod-config.ts'
import { ErrorBody } from '@tonarchiv/contract/refusal'
import type { RouteShape } from '@tonarchiv/contract/route'
import { ApiError } from './api-error.ts'

/** A route whose answer is JSON. */
export type JsonRoute = RouteShape & { answer: Exclude<RouteShape['answer'], 'bytes'> }

type Scalar = string | number | boolean

/** The parts of a call, whatever its route. */
interface Parts {
  params?: Record<string, Scalar | undefined>
  query?: Record<string, Scalar | undefined>
  body?: unknown
  form?: FormData
}

const areParts = (given: unknown): given is Parts => typeof given === 'object' && given !== null

/** What a caller gave, loosely typed: `InputOfCall` has checked it against the route. */
export function partsOf(given: unknown): Parts {
  return areParts(given) ? given : {}
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The seconds of a `Retry-After` header, as our server sends it. */
function secondsOf(header: string | null): number | undefined {
  const seconds = Number(header)
  return header === null || !Number.isFinite(seconds) ? undefined : seconds
}

/**
 * Reads an answer by the route’s schema; `retryAfter` is the header of that name.
 * @throws ApiError for a refusal or an answer that is not the contract’s
 */
export function readAnswer(
  route: JsonRoute,
  status: number,
  text: string,
  retryAfter: string | null = null,
): unknown {
  const body = jsonOf(text)
  if (status >= 200 && status < 300) {
    const answer = route.answer.safeParse(body)
    if (answer.success) return answer.data
    throw ApiError.invalidAnswer(status)
  }
  const refusal = ErrorBody.safeParse(body)
  throw refusal.success
    ? ApiError.of(status, refusal.data, secondsOf(retryAfter))
    : ApiError.invalidAnswer(status)
}
