import { expect, test } from 'vitest'
import { bestSample, correctedClock } from './clock.ts'

/** A corrected clock whose two source clocks the test sets. */
function openClock() {
  const time = { steady: 1000, system: 1_700_000_000_000 }
  const clock = correctedClock(
    () => time.steady,
    () => time.system,
  )
  return { clock, time }
}

test('the clock follows the monotonic clock, also when the time of the system is changed', () => {
  const { clock, time } = openClock()
  expect(clock.now()).toBe(1_700_000_000_000)
  time.steady += 250.5
  time.system -= 3_600_000
  expect(clock.now()).toBe(1_700_000_000_250.5)
})

test('the first comparison with another clock corrects the time at once', () => {
  const { clock } = openClock()
  clock.correct({ offset: -400, tookMs: 1 }, true)
  expect(clock.now()).toBe(1_699_999_999_600)
})

test('a later correction is applied gradually, so that the clock never goes back and never jumps', () => {
  const { clock, time } = openClock()
  const start = clock.now()
  clock.correct({ offset: -20, tookMs: 1 }, false)
  let before = start
  for (let turn = 0; turn < 5000; turn += 1) {
    time.steady += 1
    const now = clock.now()
    expect(now - before).toBeGreaterThan(0.99)
    expect(now - before).toBeLessThan(1.001)
    before = now
  }
  expect(before - start).toBeCloseTo(4980, 2)
})

test('of several comparisons with another clock, the one with the fastest answer is used', () => {
  expect(
    bestSample([
      { offset: 9, tookMs: 20 },
      { offset: 1, tookMs: 2 },
      { offset: -30, tookMs: 80 },
    ]),
  ).toEqual({ offset: 1, tookMs: 2 })
  expect(() => bestSample([])).toThrow('the database')
})
