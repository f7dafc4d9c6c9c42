import type { Refusal } from '@tonarchiv/contract/refusal'
import type { SessionEndReason } from '@tonarchiv/contract/session-end'

interface Details {
  /** Fills `{name}` in the refusal's text. */
  values?: Record<string, string | number>
  /** German text per field. */
  fields?: Record<string, string>
  /** Extra facts that the contract's error body knows. */
  bodyFields?: { email?: string; changeableAt?: string; sessionEnd?: SessionEndReason }
  /** Sent as `Retry-After`. */
  retryAfterSeconds?: number
}

/** An expected "no" that a rule throws; http/errors.ts turns it into the answer. */
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
