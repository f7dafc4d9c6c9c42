import { expect } from 'vitest'
import { isShort } from './rounds.ts'

/** Expects that something took at most `limitMs`. Short runs check nothing, because other tests slow them down. */
export function expectWithin(tookMs: number, limitMs: number): void {
  if (!isShort) expect(tookMs).toBeLessThanOrEqual(limitMs)
}
