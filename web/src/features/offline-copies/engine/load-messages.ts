import * as z from 'zod/mini'

/** What the worker loads: a file of the archive into a copy of an account. */
export const LoadOrder = z.object({
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  userId: z.string(),
  version: z.string(),
})
export type LoadOrder = z.infer<typeof LoadOrder>

/**
 * How loading a file ended. `refused`: without a valid ticket or right; `gone`: the archive has no such bytes
 * any more; `full`: no space is left.
 */
export const LoadOutcome = z.discriminatedUnion('result', [
  z.object({ result: z.literal('complete'), sizeBytes: z.number(), mimeType: z.string() }),
  z.object({ result: z.enum(['refused', 'gone', 'full', 'network', 'unwritable']) }),
  /** Too many requests. */
  z.object({ result: z.literal('busy'), retryAfterSeconds: z.number() }),
])
export type LoadOutcome = z.infer<typeof LoadOutcome>

/** What the worker reports. */
export const LoadReport = z.union([z.object({ receivedBytes: z.number() }), LoadOutcome])
