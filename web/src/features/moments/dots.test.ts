import { expect, test } from 'vitest'
import { aMoment } from '../../testing/a-moment.ts'
import { dotLabel, dotsOf } from './dots.ts'

const wave = { durationSeconds: 200, width: 400, distance: 14 }
const seconds = (given: readonly number[], options: Partial<typeof wave> = {}) =>
  dotsOf(
    given.map((second) => aMoment(`m${second}`, { second })),
    { ...wave, ...options },
  ).map(({ moments }) => moments.map(({ second }) => second))

test('moments stand at their second, and those closer than the distance share a dot', () => {
  expect(seconds([0, 7, 14, 15, 100])).toEqual([[0], [7], [14, 15], [100]])
  // 6 seconds are 12 pixels, counted from the first moment of the dot.
  expect(seconds([0, 6, 12, 18])).toEqual([
    [0, 6],
    [12, 18],
  ])
  expect(dotsOf([aMoment('m', { second: 50 })], wave)[0]?.at).toBe(25)
})

test('a wider waveform has more dots', () => {
  expect(seconds([0, 6], { width: 4000 })).toEqual([[0], [6]])
})

test('moments beyond the end, and all of a track without a length, have no dot', () => {
  expect(seconds([199, 200, 300])).toEqual([[199]])
  expect(seconds([1], { durationSeconds: 0 })).toEqual([])
  expect(seconds([1], { width: 0 })).toEqual([])
})

test('a dot is named by its member, or by the number of its moments', () => {
  const [one] = dotsOf([aMoment('a', { second: 62 })], wave)
  const [two] = dotsOf([aMoment('a', { second: 62 }), aMoment('b', { second: 63 })], wave)
  expect(one && dotLabel(one)).toBe('Moment bei 1:02 von Mila Kramer')
  expect(two && dotLabel(two)).toBe('2 Momente um 1:02')
  const [answered] = dotsOf([aMoment('a', { second: 62, replyCount: 2 })], wave)
  expect(answered && dotLabel(answered)).toBe('Moment bei 1:02 von Mila Kramer, 2 Antworten')
})
