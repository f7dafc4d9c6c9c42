import * as z from 'zod/mini'

/**
 * Why a session has ended: it was idle or existed for too long, the member logged out in this browser, or it
 * was ended from another device, by a change of password, or with its account.
 */
export const SessionEndReason = z.enum([
  'expired',
  'loggedOut',
  'elsewhere',
  'passwordChanged',
  'accountDeleted',
])
export type SessionEndReason = z.infer<typeof SessionEndReason>
