import * as z from 'zod/mini'

/**
 * The reason why a session has ended: it was idle for too long, it existed for too long, the member logged out in this
 * browser, or it was ended from another device, by a change of the password, or together with its account.
 */
export const SessionEndReason = z.enum([
  'expired',
  'loggedOut',
  'elsewhere',
  'passwordChanged',
  'accountDeleted',
])
export type SessionEndReason = z.infer<typeof SessionEndReason>
