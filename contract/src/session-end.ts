import * as z from 'zod/mini'

/**
 * Why a session is over: it was idle or alive for too long, logged out in this browser, ended from another device, by
 * another password, or with its account.
 */
export const SessionEndReason = z.enum([
  'expired',
  'loggedOut',
  'elsewhere',
  'passwordChanged',
  'accountDeleted',
])
export type SessionEndReason = z.infer<typeof SessionEndReason>
