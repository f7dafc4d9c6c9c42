import { expect } from 'vitest'
import { isShort } from './rounds.ts'

/**
 * Checks how long something took, in milliseconds. A short run shares the processor with other tests and only reports
 * it.
 */
export function expectWithin(tookMs: number, limitMs: number): void {
  if (!isShort) expect(tookMs).toBeLessThanOrEqual(limitMs)
}
