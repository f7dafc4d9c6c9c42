import { expect, test } from 'vitest'
import { fadeCurve, fadeGain } from './fade-curve.ts'

const decibels = (power: number) => 10 * Math.log10(power)

test('both curves have the same power at every moment, within half a decibel', () => {
  const [out, into] = [fadeCurve('out'), fadeCurve('in')]
  const between = (curve: Float32Array, at: number) => {
    const place = at * (curve.length - 1)
    const [before = 0, after = before] = [curve[Math.floor(place)], curve[Math.ceil(place)]]
    return before + (after - before) * (place % 1)
  }
  for (let share = 0; share <= 1; share += 0.001) {
    expect(Math.abs(decibels(between(out, share) ** 2 + between(into, share) ** 2))).toBeLessThan(0.5)
    expect(between(into, share)).toBeCloseTo(fadeGain('in', share), 3)
  }
})

test('a fade begins and ends at silence and at the full level, also when it is read outside of it', () => {
  expect([fadeGain('in', -1), fadeGain('in', 2)]).toEqual([0, 1])
  expect(fadeGain('out', -1)).toBe(1)
  expect(fadeGain('out', 2)).toBeCloseTo(0)
})
