import { expect, test } from 'vitest'
import { createPositionClock } from './position-clock.ts'
import { timeOfText, timeText } from './time-text.ts'

test('times are written with hundredths, and read as they are written', () => {
  expect([undefined, 0, 82_150, 5_999_990, 59_996].map(timeText)).toEqual([
    '',
    '0:00,00',
    '1:22,15',
    '99:59,99',
    '1:00,00',
  ])
  for (const ms of [undefined, 0, 82_150, 5_999_990]) expect(timeOfText(timeText(ms))).toBe(ms)
})

test.each([
  ['1:22', 82_000],
  ['1:22.5', 82_500],
  [' 82,159 ', 82_160],
  ['', undefined],
  ['1:75', null],
  ['abc', null],
  ['-1', null],
  ['99999', null],
])('the time „%s“ is %s', (text, ms) => {
  expect(timeOfText(text)).toBe(ms)
})

test('between two reports of the player the position goes on, for a second at most', () => {
  let now = 0
  let state = { status: 'playing', positionSeconds: 10, durationSeconds: 20 }
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
  report({ status: 'paused' })
  expect(clock.seconds()).toBe(19.9)
  clock.stop()
  expect(changed.size).toBe(0)
})
