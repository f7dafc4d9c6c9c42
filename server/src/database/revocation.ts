import * as z from 'zod/mini'

/**
 * What was taken back for good, by ids alone: a deleted account or chat message, a password that was replaced, an access
 * key that was withdrawn, or redeemed by `userId`. A backup that is older must not bring it back.
 */
export const Revocation = z.object({
  id: z.string(),
  kind: z.enum(['account', 'message', 'password', 'access-key']),
  target: z.string(),
  userId: z.nullable(z.string()),
  at: z.string(),
})
export type Revocation = z.infer<typeof Revocation>
