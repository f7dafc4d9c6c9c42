import * as z from 'zod/mini'

/** Events that concern the security of an account, such as a new device. Its owner gets a notice of each. */
const SECURITY_CHANGES = [
  'passwordChanged',
  'emailChanged',
  'newDevice',
  'passkeyAdded',
  'passkeyRemoved',
  'secondFactorOn',
  'secondFactorOff',
  'authenticatorReplaced',
  'recoveryCodesMade',
  'recoveryCodeUsed',
  'appPasswordAdded',
] as const
export const SecurityChange = z.enum(SECURITY_CHANGES)
export type SecurityChange = z.infer<typeof SecurityChange>
