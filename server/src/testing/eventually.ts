import { vi } from 'vitest'

/** Tries until it no longer throws, also on a machine that is busy with other tests. @returns what the last try returned */
export async function eventually<T>(attempt: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(attempt, { timeout: 20_000, interval: 20 })
}
