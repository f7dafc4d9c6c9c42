import type * as z from 'zod/mini'

type FieldErrors = Record<string, string>

/** The result of validating a form: the data, or the first error text for each invalid field. */
export type Checked<T> = { ok: true; data: T } | { ok: false; fields: FieldErrors }

/** Validates the values of a form before they are sent. */
export function check<S extends z.ZodMiniType>(schema: S, values: unknown): Checked<z.output<S>> {
  const result = schema.safeParse(values)
  if (result.success) return { ok: true, data: result.data }
  const fields: FieldErrors = {}
  for (const { path, message } of result.error.issues) fields[String(path[0] ?? '')] ??= message
  return { ok: false, fields }
}
