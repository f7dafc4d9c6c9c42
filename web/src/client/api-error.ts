import type { ErrorBody, Refusal } from '@tonarchiv/contract/refusal'
import type { SessionEndReason } from '@tonarchiv/contract/session-end'

/**
 * Code of the error when a call got no response: there is no network, the server cannot be reached, or 10 s have
 * passed.
 */
export const UNREACHABLE = 'UNREACHABLE'
/** Code of the error when a response does not match the contract. */
const INVALID_RESPONSE = 'INVALID_RESPONSE'

const UNREACHABLE_TEXT = 'server nicht erreichbar, versuche es später erneut'
const INVALID_RESPONSE_TEXT = 'Ungültige Antwort vom Server'

interface Details {
  /** HTTP status; 0 when there was no response. */
  status: number
  code: string
  /** German error text that is shown to the user. */
  text: string
  /** Error texts of single fields of the request's body. */
  fields?: Record<string, string> | undefined
  /** The unverified email address; only with `EMAIL_UNVERIFIED` at login. */
  email?: string | undefined
  /** The token with which a login goes on after the password; only with `SECOND_FACTOR_REQUIRED`. */
  halfSession?: string | undefined
  /** When the username may be changed again; only with `USERNAME_LOCKED`. */
  changeableAt?: string | undefined
  /** Why the session has ended; only with `UNAUTHENTICATED`. */
  sessionEnd?: SessionEndReason | undefined
  /** Seconds to wait before the next attempt; undefined if the server has not sent them. */
  retryAfterSeconds?: number | undefined
  /** The id of the request in the server's log. */
  requestId?: string | undefined
}

/** The error of a failed call. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly text: string
  readonly fields: Record<string, string>
  readonly email: string | undefined
  readonly halfSession: string | undefined
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
    this.halfSession = details.halfSession
    this.changeableAt = changeableAt
    this.sessionEnd = sessionEnd
    this.retryAfterSeconds = details.retryAfterSeconds
    this.requestId = details.requestId
  }

  /** Whether the server has rejected the call with this refusal of the contract. */
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

/** The text to show for any error: its own text, or `fallback` for an error that is not an `ApiError`. */
export function textOf(failure: unknown, fallback: string): string {
  return failure instanceof ApiError ? failure.text : fallback
}
