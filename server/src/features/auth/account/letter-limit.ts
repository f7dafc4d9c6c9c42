import { giveTryBack, takeTry } from '#rate-limits/kept-limits.ts'
import type { Services } from '#services.ts'
import { newAddressLimits } from '../limits.ts'

/**
 * Does what writes a letter to an address that the caller names, a few times an hour for each address. What is refused
 * writes no letter and is not counted. @throws Refused `rateLimited`
 */
export async function withinLetterLimit<T>(
  services: Services,
  email: string,
  act: () => Promise<T>,
): Promise<T> {
  const limits = newAddressLimits(email)
  await takeTry(services, limits)
  try {
    return await act()
  } catch (error) {
    await giveTryBack(services, limits)
    throw error
  }
}
