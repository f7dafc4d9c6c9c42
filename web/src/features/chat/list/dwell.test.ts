import { expect, test } from 'vitest'
import { inViewAfter, SEEN_AFTER, seenAt, untilNextSeen } from './dwell.ts'

const NOTHING = new Map<string, number>()

test('a message is seen once it has been in view for a second', () => {
  const inView = inViewAfter(NOTHING, ['a', 'b'], 0)
  expect(seenAt(inView, SEEN_AFTER - 1)).toEqual([])
  expect(untilNextSeen(inView, 400)).toBe(SEEN_AFTER - 400)
  expect(seenAt(inView, SEEN_AFTER)).toEqual(['a', 'b'])
  expect(untilNextSeen(inView, SEEN_AFTER)).toBeUndefined()
})

test('a message that leaves the view begins anew, the others go on', () => {
  let inView = inViewAfter(NOTHING, ['a', 'b'], 0)
  inView = inViewAfter(inView, ['b', 'c'], 600)
  inView = inViewAfter(inView, ['a', 'b', 'c'], 700)
  expect(seenAt(inView, 1000)).toEqual(['b'])
  expect(untilNextSeen(inView, 1000)).toBe(600)
  expect(seenAt(inView, 1600)).toEqual(['b', 'c'])
})

test('a window without focus has nothing in view', () => {
  const inView = inViewAfter(inViewAfter(NOTHING, ['a'], 0), [], 900)
  expect(seenAt(inViewAfter(inView, ['a'], 950), 1900)).toEqual([])
})
