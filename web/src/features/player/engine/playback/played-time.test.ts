import { expect, test } from 'vitest'
import { countPlayedTime, type PlayedTime } from './played-time.ts'

/** Plays from one second to another; returns how many times the track was counted as listened. */
function listened(played: PlayedTime, from: number, to: number): number {
  let times = 0
  for (let position = from; position <= to; position += 0.25) if (played.at(position)) times += 1
  return times
}

test('a track counts as listened once, after 30 seconds', () => {
  const played = countPlayedTime()
  expect(listened(played, 0, 29.75)).toBe(0)
  expect(listened(played, 29.75, 120)).toBe(1)
})

test('skipped parts do not count as listened', () => {
  const played = countPlayedTime()
  listened(played, 0, 10)
  played.jump()
  expect(listened(played, 200, 219.75)).toBe(0)
  expect(listened(played, 219.75, 221)).toBe(1)
})

test('going back and hearing it again counts', () => {
  const played = countPlayedTime()
  listened(played, 0, 20)
  played.jump()
  expect(listened(played, 0, 11)).toBe(1)
})

test('a new start counts from zero', () => {
  const played = countPlayedTime()
  expect(listened(played, 0, 40)).toBe(1)
  played.restart()
  expect(listened(played, 0, 29)).toBe(0)
  expect(listened(played, 29, 31)).toBe(1)
})
