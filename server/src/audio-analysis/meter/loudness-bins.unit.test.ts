import { expect, test } from 'vitest'
import { decodeBins, encodeBins, energyOf, integratedLufs } from './loudness-bins.ts'

test('blocks far below the others do not count', () => {
  const loud = { energy: energyOf(-12), count: 100 }
  expect(integratedLufs([loud, { energy: energyOf(-40), count: 900 }])).toBeCloseTo(-12, 5)
  expect(integratedLufs([loud, { energy: energyOf(-15), count: 100 }])).toBeCloseTo(-13.24, 1)
  expect(integratedLufs([])).toBeUndefined()
})

test('stored blocks have the same loudness within a twentieth of a LU', () => {
  const bins = Array.from({ length: 500 }, (_, index) => ({
    energy: energyOf(-60 + index * 0.117),
    count: 1 + ((index * 7919) % 400),
  }))
  const text = encodeBins(bins)
  expect(text.length).toBeLessThan(2400)
  expect(Math.abs((integratedLufs(decodeBins(text)) ?? 0) - (integratedLufs(bins) ?? 0))).toBeLessThan(0.05)
})
