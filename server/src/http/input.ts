import { invalidInput } from '@tonarchiv/contract/refusal'
import * as z from 'zod/mini'
import { Refused } from '#refused.ts'

/** What zod says when a schema brings no text of its own. */
const NO_TEXT = 'Invalid input'
const DEEPEST = 8

/** Checks what came in. @throws Refused `invalidInput` with the first text of each field */
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

/** JSON that nests deeper than any call of ours is not for us. @throws Refused `invalidInput` */
export function refuseDeepNesting(value: unknown, depth = 1): void {
  if (typeof value !== 'object' || value === null) return
  if (depth > DEEPEST) throw new Refused(invalidInput)
  for (const part of Object.values(value)) refuseDeepNesting(part, depth + 1)
}
