import type { PersistentRateLimit } from '#rate-limits/persistent-rate-limits.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * Limits for login attempts at an account. For a known address only the failures from that address count. See
 * docs/security-requirements.md A-14.
 */
export function loginLimits(email: string, clientSubnet: string, isKnown: boolean): PersistentRateLimit[] {
  const ofPair: PersistentRateLimit = {
    name: 'login',
    by: `${email} ${clientSubnet}`,
    maxAttempts: 5,
    windowSeconds: 15 * MINUTE,
  }
  if (isKnown) return [ofPair]
  return [
    ofPair,
    { name: 'login from', by: clientSubnet, maxAttempts: 30, windowSeconds: 15 * MINUTE },
    { name: 'login to', by: email, maxAttempts: 20, windowSeconds: HOUR },
  ]
}

export function registerLimits(clientSubnet: string): PersistentRateLimit[] {
  return [
    { name: 'register', by: clientSubnet, maxAttempts: 30, windowSeconds: 10 * MINUTE },
    { name: 'register daily', by: clientSubnet, maxAttempts: 100, windowSeconds: DAY },
  ]
}

/**
 * Limits for emails that any caller can cause. They count by the recipient's address, whether or not it has an account,
 * and by client subnet.
 */
export function emailLimits(purpose: string, email: string, clientSubnet: string): PersistentRateLimit[] {
  return [
    { name: `${purpose} soon`, by: email, maxAttempts: 1, windowSeconds: MINUTE },
    { name: purpose, by: email, maxAttempts: 5, windowSeconds: HOUR },
    { name: `${purpose} from`, by: clientSubnet, maxAttempts: 10, windowSeconds: HOUR },
  ]
}

/** Limits for emails to an address that a caller enters as their own, at registration or later. */
export function newAddressLimits(email: string): PersistentRateLimit[] {
  return [{ name: 'new address', by: email, maxAttempts: 5, windowSeconds: HOUR }]
}

export function linkLimits(clientSubnet: string): PersistentRateLimit[] {
  return [{ name: 'link', by: clientSubnet, maxAttempts: 20, windowSeconds: HOUR }]
}

/** Limits for calls that require the current password or a confirmation. */
export function currentPasswordLimits(userId: string): PersistentRateLimit[] {
  return [{ name: 'current password', by: userId, maxAttempts: 10, windowSeconds: 15 * MINUTE }]
}

/**
 * Limits for codes after the password. They count separately for each kind, so that a passkey or a recovery code helps
 * when the codes of the app are used up. See docs/security-requirements.md A-19.
 */
export function codeLimits(
  kind: 'code' | 'recovery code',
  userId: string,
  clientSubnet: string,
): PersistentRateLimit[] {
  return [
    { name: kind, by: `${userId} ${clientSubnet}`, maxAttempts: 5, windowSeconds: 15 * MINUTE },
    { name: `${kind} to`, by: userId, maxAttempts: 20, windowSeconds: HOUR },
    { name: `${kind} daily`, by: userId, maxAttempts: 50, windowSeconds: DAY },
  ]
}

/** Limits for challenges of passkeys, which are stored, and for answers that are wrong. */
export function passkeyLimits(kind: 'challenge' | 'answer', by: string): PersistentRateLimit[] {
  const maxAttempts = kind === 'challenge' ? 300 : 60
  return [{ name: `passkey ${kind}`, by, maxAttempts, windowSeconds: 15 * MINUTE }]
}

/** Limits for confirming with the password. */
export function confirmationLimits(userId: string): PersistentRateLimit[] {
  return [{ name: 'confirmation', by: userId, maxAttempts: 5, windowSeconds: 15 * MINUTE }]
}

/** Limits for secrets of authenticator apps and for new recovery codes. */
export function factorLimits(userId: string): PersistentRateLimit[] {
  return [{ name: 'factors', by: userId, maxAttempts: 30, windowSeconds: HOUR }]
}

export function exportLimits(userId: string): PersistentRateLimit[] {
  return [{ name: 'export', by: userId, maxAttempts: 1, windowSeconds: DAY }]
}

/** Limits for exports with files: for complete exports, and for attempts, because a download may fail. */
export function fileExportLimits(userId: string): Record<'whole' | 'attempts', PersistentRateLimit[]> {
  return {
    whole: [{ name: 'export files', by: userId, maxAttempts: 1, windowSeconds: DAY }],
    attempts: [{ name: 'export files attempts', by: userId, maxAttempts: 5, windowSeconds: DAY }],
  }
}
