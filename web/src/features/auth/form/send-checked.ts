import { ApiError } from '#client/api-error.ts'
import type { Checked } from '#client/check.ts'
import type { Outcome } from './use-form.ts'

/** Sends the values if they are valid. Validation errors and errors of the server become an outcome. */
export async function sendChecked<T>(
  checked: Checked<T>,
  send: (data: T) => Promise<Outcome>,
  outcomeOf: (failure: ApiError) => Outcome,
): Promise<Outcome> {
  if (!checked.ok) return { kind: 'wrong', fields: checked.fields }
  try {
    return await send(checked.data)
  } catch (failure) {
    if (failure instanceof ApiError) return outcomeOf(failure)
    throw failure
  }
}

export function errorsOf<T>(checked: Checked<T>): Record<string, string> {
  return checked.ok ? {} : checked.fields
}

/** The outcome for a rejected call. `retryAfterSeconds` is set after too many attempts (429). */
export function problemOf({ status, fields, retryAfterSeconds }: ApiError, text: string): Outcome {
  return { kind: 'problem', text, fields, ...(status === 429 ? { retryAfterSeconds } : {}) }
}
