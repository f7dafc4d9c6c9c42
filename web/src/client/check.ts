import type * as z from 'zod/mini'

type FieldErrors = Record<string, string>

/** Values by a schema of the contract: the data, or the first sentence for each field that is wrong. */
export type Checked<T> = { ok: true; data: T } | { ok: false; fields: FieldErrors }

/** Checks what a form holds before it is sent. */
export function check<S extends z.ZodMiniType>(schema: S, values: unknown): Checked<z.output<S>> {
  const result = schema.safeParse(values)
  if (result.success) return { ok: true, data: result.data }
  const fields: FieldErrors = {}
  for (const { path, message } of result.error.issues) fields[String(path[0] ?? '')] ??= message
  return { ok: false, fields }
}
