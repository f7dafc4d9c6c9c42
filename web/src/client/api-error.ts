import type { ErrorBody, Refusal } from '@tonarchiv/contract/refusal'
import type { SessionEndReason } from '@tonarchiv/contract/session-end'

/** Code of a call that never got an answer: no network, no server, or 10 s without one. */
export const UNREACHABLE = 'UNREACHABLE'
/** Code of an answer that is not what the contract promises. */
const INVALID_RESPONSE = 'INVALID_RESPONSE'

const UNREACHABLE_TEXT = 'server nicht erreichbar, versuche es später erneut'
const INVALID_RESPONSE_TEXT = 'Ungültige Antwort vom Server'

interface Details {
  /** HTTP status; 0 when no answer came. */
  status: number
  code: string
  /** German sentence for the user. */
  text: string
  /** Sentence per field of the body, when single fields are wrong. */
  fields?: Record<string, string> | undefined
  /** Only with `EMAIL_UNVERIFIED` at login. */
  email?: string | undefined
  /** Only with `USERNAME_LOCKED`: when it may be changed again. */
  changeableAt?: string | undefined
  /** Only with `UNAUTHENTICATED`: why the session is over. */
  sessionEnd?: SessionEndReason | undefined
  /** After how many seconds to try again, where the server says so. */
  retryAfterSeconds?: number | undefined
  /** Finds the call in the server’s log. */
  requestId?: string | undefined
}

/** A call that did not succeed. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly text: string
  readonly fields: Record<string, string>
  readonly email: string | undefined
  readonly changeableAt: string | undefined
  readonly sessionEnd: SessionEndReason | undefined
  readonly retryAfterSeconds: number | undefined
  readonly requestId: string | undefined

  constructor(details: Details) {
    const { status, code, text, fields, email, changeableAt, sessionEnd } = details
    super(text)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.text = text
    this.fields = fields ?? {}
    this.email = email
    this.changeableAt = changeableAt
    this.sessionEnd = sessionEnd
    this.retryAfterSeconds = details.retryAfterSeconds
    this.requestId = details.requestId
  }

  /** Whether the server gave this refusal of the contract. */
  is(refusal: Refusal): boolean {
    return this.code === refusal.code
  }

  static of(status: number, { error, ...body }: ErrorBody, retryAfterSeconds?: number): ApiError {
    return new ApiError({ ...body, status, text: error, retryAfterSeconds })
  }

  static unreachable(): ApiError {
    return new ApiError({ status: 0, code: UNREACHABLE, text: UNREACHABLE_TEXT })
  }

  static invalidResponse(status: number): ApiError {
    const isGateway = status >= 502 && status <= 504
    return new ApiError({
      status,
      code: isGateway ? UNREACHABLE : INVALID_RESPONSE,
      text: isGateway ? UNREACHABLE_TEXT : INVALID_RESPONSE_TEXT,
    })
  }
}

/** The sentence to show for a failure of any kind; `fallback` where the failure has none of its own. */
export function textOf(failure: unknown, fallback: string): string {
  return failure instanceof ApiError ? failure.text : fallback
}
