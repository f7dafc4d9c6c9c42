import { expect, test } from 'vitest'
import { createPositionClock } from './position-clock.ts'

test('between two reports of the player the position goes on at the speed of the track, for a second at most', () => {
  let now = 0
  let state = { status: 'playing', positionSeconds: 10, durationSeconds: 20, rate: 1 }
  const changed = new Set<(next: typeof state, before: typeof state) => void>()
  const clock = createPositionClock(
    {
      getState: () => state,
      subscribe(listener) {
        changed.add(listener)
        return () => changed.delete(listener)
      },
    },
    () => now,
  )
  const report = (next: Partial<typeof state>) => {
    const before = state
    state = { ...state, ...next }
    changed.forEach((listener) => listener(state, before))
  }
  now = 120
  expect(clock.seconds()).toBe(10.12)
  report({ positionSeconds: 10.25 })
  expect(clock.seconds()).toBe(10.25)
  now = 5000
  expect(clock.seconds()).toBe(11.25)
  report({ positionSeconds: 19.9 })
  now = 5500
  expect(clock.seconds()).toBe(20)
  report({ positionSeconds: 10, rate: 0.5 })
  now = 5700
  expect(clock.seconds()).toBe(10.1)
  report({ positionSeconds: 19.9, status: 'paused' })
  expect(clock.seconds()).toBe(19.9)
  clock.stop()
  expect(changed.size).toBe(0)
})
