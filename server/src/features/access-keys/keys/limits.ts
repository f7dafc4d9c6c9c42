import { clientSubnetOf } from '#http/client-address.ts'
import { consume, type PersistentRateLimit } from '#rate-limits/persistent-rate-limits.ts'
import type { Services } from '#services.ts'

const HOUR = 60 * 60

/**
 * Limits of attempts to redeem a key or to look one up. Both count together, so that looking up does not allow more
 * guesses. See docs/security-requirements.md A-14.
 */
export function attemptLimits(userId: string | undefined, address: string): PersistentRateLimit[] {
  const from = { name: 'access key from', by: clientSubnetOf(address), maxAttempts: 30, windowSeconds: HOUR }
  if (userId === undefined) return [from]
  return [
    { name: 'access key', by: userId, maxAttempts: 10, windowSeconds: HOUR / 4 },
    { name: 'access key daily', by: userId, maxAttempts: 100, windowSeconds: 24 * HOUR },
    from,
  ]
}

/**
 * Counts keys that an admin creates: 120 per hour over all calls. See docs/security-requirements.md A-14.
 * @throws Refused `rateLimited`
 */
export async function consumeCreations(services: Services, adminId: string, count: number): Promise<void> {
  const limit = { name: 'make access key', by: adminId, maxAttempts: 120, windowSeconds: HOUR }
  for (let key = 0; key < count; key += 1) await consume(services, [limit])
}
