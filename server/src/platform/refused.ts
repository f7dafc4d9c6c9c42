import type { Refusal } from '@tonarchiv/contract/refusal'
import type { SessionEndReason } from '@tonarchiv/contract/session-end'

interface Details {
  /** Values for `{name}` in the refusal's text. */
  values?: Record<string, string | number>
  /** German error texts by the names of input fields. */
  fields?: Record<string, string>
  /** Further fields of the contract's error body. */
  bodyFields?: {
    email?: string
    changeableAt?: string
    halfSession?: string
    sessionEnd?: SessionEndReason
  }
  /** The value of the header `Retry-After`, in seconds. */
  retryAfterSeconds?: number
}

/** An expected rejection that a rule throws; http/errors.ts turns it into the response. */
export class Refused extends Error {
  readonly refusal: Refusal
  readonly details: Details

  constructor(refusal: Refusal, details: Details = {}) {
    super(fill(refusal.text, details.values ?? {}))
    this.name = 'Refused'
    this.refusal = refusal
    this.details = details
  }
}

function fill(text: string, values: Record<string, string | number>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}
