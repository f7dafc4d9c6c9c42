import * as z from 'zod/mini'

/** The message that starts the worker: which URL to load, and to which account and version the copy belongs. */
export const LoadOrder = z.object({
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  userId: z.string(),
  version: z.string(),
})
export type LoadOrder = z.infer<typeof LoadOrder>

/**
 * How loading a file has ended. `refused`: the ticket was invalid, or a right is missing. `gone`: the archive does not
 * have this version of the file any more. `full`: no space is left. `unwritable`: the file of the copy cannot be
 * written.
 */
export const LoadOutcome = z.discriminatedUnion('result', [
  z.object({ result: z.literal('complete'), sizeBytes: z.number(), mimeType: z.string() }),
  z.object({ result: z.enum(['refused', 'gone', 'full', 'network', 'unwritable']) }),
  /** The server has rejected the request, because it limits the number of requests. */
  z.object({ result: z.literal('busy'), retryAfterSeconds: z.number() }),
])
export type LoadOutcome = z.infer<typeof LoadOutcome>

/** A message from the worker: the number of received bytes, or the outcome. */
export const LoadReport = z.union([z.object({ receivedBytes: z.number() }), LoadOutcome])
