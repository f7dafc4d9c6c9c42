import * as z from 'zod/mini'

/**
 * An irrevocable deletion or withdrawal, identified by ids only. Restoring an older backup must not undo it. It is one
 * of these: a deleted account or chat message, a replaced password, a revoked app password, a removed passkey or
 * authenticator app, a recovery code that was used or replaced, a device that is no longer trusted, an access key that
 * was withdrawn or that `userId` has redeemed, or access that was taken from `userId`. In the last case `target` is the
 * key or the grant of the access.
 */
export const Revocation = z.object({
  id: z.string(),
  kind: z.enum([
    'account',
    'message',
    'password',
    'app-password',
    'access-key',
    'access-grant',
    'passkey',
    'authenticator',
    'recovery-code',
    'trusted-device',
  ]),
  target: z.string(),
  userId: z.nullable(z.string()),
  at: z.string(),
})
export type Revocation = z.infer<typeof Revocation>
