import type { KeptLimit } from '#rate-limits/kept-limits.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * How often an account may be tried. From a known address only that address's own failures count.
 * See docs/security-requirements.md A-14.
 */
export function loginLimits(email: string, household: string, isKnown: boolean): KeptLimit[] {
  const ofPair: KeptLimit = {
    name: 'login',
    by: `${email} ${household}`,
    tries: 5,
    windowSeconds: 15 * MINUTE,
  }
  if (isKnown) return [ofPair]
  return [
    ofPair,
    { name: 'login from', by: household, tries: 30, windowSeconds: 15 * MINUTE },
    { name: 'login to', by: email, tries: 20, windowSeconds: HOUR },
  ]
}

export function registerLimits(household: string): KeptLimit[] {
  return [
    { name: 'register', by: household, tries: 30, windowSeconds: 10 * MINUTE },
    { name: 'register daily', by: household, tries: 100, windowSeconds: DAY },
  ]
}

/** Letters that anybody may cause: per address written to, whether it has an account or not, and per sender. */
export function letterLimits(purpose: string, email: string, household: string): KeptLimit[] {
  return [
    { name: `${purpose} soon`, by: email, tries: 1, windowSeconds: MINUTE },
    { name: purpose, by: email, tries: 5, windowSeconds: HOUR },
    { name: `${purpose} from`, by: household, tries: 10, windowSeconds: HOUR },
  ]
}

/** Letters to an address that somebody gives as their own, at registration or later, whoever it is. */
export function newAddressLimits(email: string): KeptLimit[] {
  return [{ name: 'new address', by: email, tries: 5, windowSeconds: HOUR }]
}

export function linkLimits(household: string): KeptLimit[] {
  return [{ name: 'link', by: household, tries: 20, windowSeconds: HOUR }]
}

/** Calls that ask for the current password. */
export function currentPasswordLimits(userId: string): KeptLimit[] {
  return [{ name: 'current password', by: userId, tries: 10, windowSeconds: 15 * MINUTE }]
}

export function exportLimits(userId: string): KeptLimit[] {
  return [{ name: 'export', by: userId, tries: 1, windowSeconds: DAY }]
}
