import * as z from 'zod/mini'

/**
 * An irrevocable deletion or withdrawal, identified by ids only: a deleted account or chat message, a
 * replaced password, an app password that was revoked, a passkey or an authenticator app that was removed, a
 * recovery code that was used or replaced, a device that is no longer trusted, an access key that was withdrawn, or redeemed by
 * `userId`, access that was taken from `userId` (named by its key, or by its grant). Restoring an older backup must not undo it.
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
