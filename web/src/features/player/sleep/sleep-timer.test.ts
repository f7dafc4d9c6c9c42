import { expect, test } from 'vitest'
import { fadeAt, formatLeft, leftInWords, percentLeft, secondsLeft } from './sleep-timer.ts'

const moment = { now: 100_000, positionSeconds: 40, durationSeconds: 100, rate: 1 }

test('a time of the clock comes whatever plays; the end of a track at the speed of the track', () => {
  const clock = { type: 'clock', setAt: 40_000, endsAt: 160_000 } as const
  expect(secondsLeft(clock, moment)).toBe(60)
  expect(secondsLeft(clock, { ...moment, now: 200_000 })).toBe(0)
  expect(secondsLeft({ type: 'track' }, moment)).toBe(60)
  expect(secondsLeft({ type: 'track' }, { ...moment, rate: 1.5 })).toBe(40)
  expect(secondsLeft({ type: 'track' }, { ...moment, durationSeconds: 0 })).toBe(Infinity)
  expect(percentLeft(clock, 60)).toBe(50)
})

test('the last five seconds become quieter', () => {
  expect([3600, 5, 2.5, 0].map(fadeAt)).toEqual([1, 1, 0.5, 0])
})

test('what is left is shown in minutes, at last in seconds', () => {
  const clock = { type: 'clock', setAt: 0, endsAt: 1 } as const
  expect([1320.5, 61, 60, 0.2].map((seconds) => formatLeft(clock, seconds))).toEqual([
    '23 Min.',
    '2 Min.',
    '60 Sek.',
    '1 Sek.',
  ])
  expect(formatLeft({ type: 'track' }, 138)).toBe('2:18')
  expect([1320.5, 60.5, 1].map(leftInWords)).toEqual(['23 Minuten', '2 Minuten', '1 Sekunde'])
})
