import { expect, test } from 'vitest'
import { hasRoom } from './load-ahead.ts'

test.each([
  ['nothing is known of it', 0, 0, 0, false],
  ['it has just begun to load', 0, 4, 200, false],
  ['ten seconds are there', 0, 10, 200, true],
  ['it is nearly dry', 60, 65, 200, false],
  ['it is loaded to its end', 195, 199.8, 200, true],
  ['a short one is loaded to its end', 0, 4, 4, true],
])(
  'the next track may load while one plays of which %s: %d, %d, %d',
  (_case, position, until, length, may) => {
    const state = { positionSeconds: position, bufferedSeconds: until, durationSeconds: length }
    expect(hasRoom(state)).toBe(may)
  },
)
