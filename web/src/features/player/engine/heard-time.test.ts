import { expect, test } from 'vitest'
import { countHeardTime, type HeardTime } from './heard-time.ts'

/** Lets the sound run from one second to another; how often the track became listened on the way. */
function hear(heard: HeardTime, from: number, to: number): number {
  let times = 0
  for (let position = from; position <= to; position += 0.25) if (heard.at(position)) times += 1
  return times
}

test('a track counts as listened once, after 30 seconds', () => {
  const heard = countHeardTime()
  expect(hear(heard, 0, 29.75)).toBe(0)
  expect(hear(heard, 29.75, 120)).toBe(1)
})

test('what was seeked over is not heard', () => {
  const heard = countHeardTime()
  hear(heard, 0, 10)
  heard.jump()
  expect(hear(heard, 200, 219.75)).toBe(0)
  expect(hear(heard, 219.75, 221)).toBe(1)
})

test('going back and hearing it again counts', () => {
  const heard = countHeardTime()
  hear(heard, 0, 20)
  heard.jump()
  expect(hear(heard, 0, 11)).toBe(1)
})

test('a new start counts from zero', () => {
  const heard = countHeardTime()
  expect(hear(heard, 0, 40)).toBe(1)
  heard.restart()
  expect(hear(heard, 0, 29)).toBe(0)
  expect(hear(heard, 29, 31)).toBe(1)
})
