import { refund, consume } from '#rate-limits/persistent-rate-limits.ts'
import type { Services } from '#services.ts'
import { newAddressLimits } from '../limits.ts'

/**
 * Does what writes an email to an address that the caller names, a few times an hour for each address. What is refused
 * writes no email and is not counted. @throws Refused `rateLimited`
 */
export async function withinEmailLimit<T>(
  services: Services,
  email: string,
  act: () => Promise<T>,
): Promise<T> {
  const limits = newAddressLimits(email)
  await consume(services, limits)
  try {
    return await act()
  } catch (error) {
    await refund(services, limits)
    throw error
  }
}
