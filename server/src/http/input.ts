import { invalidInput } from '@tonarchiv/contract/refusal'
import { FORBIDDEN_TEXT } from '@tonarchiv/contract/text'
import * as z from 'zod/mini'
import { Refused } from '#platform/refused.ts'

/** The message of zod for a schema that has no error text of its own. */
const NO_TEXT = 'Invalid input'
const DEEPEST = 8

/**
 * Validates input.
 * @throws Refused `invalidInput` with the first text of each field
 */
export function parseInput<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const result = z.safeParse(schema, value)
  if (result.success) return result.data
  const fields: Record<string, string> = {}
  for (const { path, message } of result.error.issues) {
    const [first] = path
    if (first === undefined) continue
    fields[String(first)] ??= message === NO_TEXT ? invalidInput.text : message
  }
  const [text] = Object.values(fields)
  throw new Refused({ ...invalidInput, text: text ?? invalidInput.text }, { fields })
}

/**
 * Rejects JSON that is nested more deeply than any valid call. Also rejects texts with unpaired surrogates, because
 * databases and encoders do not store them unchanged.
 * @throws Refused `invalidInput`; for a text it names the outermost field
 */
export function refuseUnusableJson(value: unknown, field?: string, depth = 1): void {
  if (typeof value === 'string' && !value.isWellFormed())
    throw new Refused(
      { ...invalidInput, text: FORBIDDEN_TEXT },
      field === undefined ? {} : { fields: { [field]: FORBIDDEN_TEXT } },
    )
  if (typeof value !== 'object' || value === null) return
  if (depth > DEEPEST) throw new Refused(invalidInput)
  if (Array.isArray(value)) for (const part of value) refuseUnusableJson(part, field, depth + 1)
  else for (const [name, part] of Object.entries(value)) refuseUnusableJson(part, field ?? name, depth + 1)
}
