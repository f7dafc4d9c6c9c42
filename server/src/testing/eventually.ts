import { vi } from 'vitest'

/**
 * Repeats the attempt until it no longer throws, also on a busy machine.
 * @returns the result of the last attempt
 */
export async function eventually<T>(attempt: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(attempt, { timeout: 20_000, interval: 20 })
}
