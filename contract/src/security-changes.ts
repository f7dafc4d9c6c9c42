import * as z from 'zod/mini'

/** Changes of what protects an account; its owner gets a notice of each. */
const SECURITY_CHANGES = [
  'passwordChanged',
  'emailChanged',
  'newDevice',
  'passkeyAdded',
  'passkeyRemoved',
  'secondFactorOn',
  'secondFactorOff',
  'recoveryCodesMade',
  'recoveryCodeUsed',
  'appPasswordAdded',
] as const
export const SecurityChange = z.enum(SECURITY_CHANGES)
export type SecurityChange = z.infer<typeof SecurityChange>
