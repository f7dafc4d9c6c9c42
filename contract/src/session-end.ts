import * as z from 'zod/mini'

/**
 * The reason why a session has ended. `expired`: it was idle or existed for too long. `loggedOut`: by a logout in this
 * browser. Otherwise it was ended from another device, by a change of the password, or together with its account.
 */
export const SessionEndReason = z.enum([
  'expired',
  'loggedOut',
  'elsewhere',
  'passwordChanged',
  'accountDeleted',
])
export type SessionEndReason = z.infer<typeof SessionEndReason>
