import './zod-config.ts'
import { ErrorBody } from '@tonarchiv/contract/refusal'
import type { RouteShape } from '@tonarchiv/contract/route'
import { ApiError } from './api-error.ts'

/** A route with a JSON response. */
export type JsonRoute = RouteShape & { answer: Exclude<RouteShape['answer'], 'bytes'> }

type Scalar = string | number | boolean

/** The inputs of a call that become a part of its URL, for any route. */
interface UrlParts {
  params?: Record<string, Scalar | undefined>
  query?: Record<string, Scalar | undefined>
  body?: unknown
  form?: FormData
}

const areUrlParts = (given: unknown): given is UrlParts => typeof given === 'object' && given !== null

/** The same input with a type that is independent of the route. `InputOfCall` has checked the types at compile time. */
export function splitPath(given: unknown): UrlParts {
  return areUrlParts(given) ? given : {}
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The number of seconds in a `Retry-After` header; undefined when there is none. */
function secondsOf(header: string | null): number | undefined {
  const seconds = Number(header)
  return header === null || !Number.isFinite(seconds) ? undefined : seconds
}

/**
 * Parses a response with the schema of the route.
 * @param retryAfter - the header `Retry-After` of the response
 * @throws ApiError for a rejected call, or for a response that does not match the contract
 */
export function readResponse(
  route: JsonRoute,
  status: number,
  text: string,
  retryAfter: string | null = null,
): unknown {
  const body = jsonOf(text)
  if (status >= 200 && status < 300) {
    const answer = route.answer.safeParse(body)
    if (answer.success) return answer.data
    throw ApiError.invalidResponse(status)
  }
  throw errorIn(status, text, retryAfter)
}

/** Creates the error from the response to a rejected call. */
export function errorIn(status: number, text: string, retryAfter: string | null): ApiError {
  const refusal = ErrorBody.safeParse(jsonOf(text))
  return refusal.success
    ? ApiError.of(status, refusal.data, secondsOf(retryAfter))
    : ApiError.invalidResponse(status)
}
