import * as z from 'zod/mini'

/** The task of the worker: the URL of a file, and the account and version of the copy. */
export const LoadOrder = z.object({
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  userId: z.string(),
  version: z.string(),
})
export type LoadOrder = z.infer<typeof LoadOrder>

/**
 * How loading a file ended. `refused`: the ticket was not valid, or a right is missing. `gone`: the archive no longer
 * has these bytes. `full`: there is no space left.
 */
export const LoadOutcome = z.discriminatedUnion('result', [
  z.object({ result: z.literal('complete'), sizeBytes: z.number(), mimeType: z.string() }),
  z.object({ result: z.enum(['refused', 'gone', 'full', 'network', 'unwritable']) }),
  /** The server has answered that there are too many requests. */
  z.object({ result: z.literal('busy'), retryAfterSeconds: z.number() }),
])
export type LoadOutcome = z.infer<typeof LoadOutcome>

/** A message of the worker: its progress or the outcome. */
export const LoadReport = z.union([z.object({ receivedBytes: z.number() }), LoadOutcome])
