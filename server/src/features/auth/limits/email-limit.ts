import { refund, consume } from '#rate-limits/persistent-rate-limits.ts'
import type { Services } from '#services.ts'
import { newAddressLimits } from './limits.ts'

/**
 * Runs a rule that sends an email to an address in the request. An address gets only a few emails in an hour. A
 * rejected rule sends no email and is not counted.
 * @throws Refused `rateLimited`
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
