import { expect, test } from 'vitest'
import { createBatches } from './frames.ts'

/** Batches with frames that the test begins. */
function start() {
  let frames: (() => void)[] = []
  const handled: (readonly number[])[] = []
  const batches = createBatches<number>(
    (values) => handled.push(values),
    (run) => frames.push(run),
  )
  const nextFrame = () => {
    const due = frames
    frames = []
    for (const run of due) run()
  }
  return { batches, handled, nextFrame, waiting: () => frames.length }
}

test('one value is handled at once, and further ones of the same frame once before the next', () => {
  const { batches, handled, nextFrame, waiting } = start()
  batches.add(1)
  expect(handled).toEqual([[1]])
  for (let value = 2; value <= 400; value += 1) batches.add(value)
  expect(handled).toHaveLength(1)
  nextFrame()
  expect(handled).toHaveLength(2)
  expect(handled[1]).toHaveLength(399)
  batches.add(401)
  expect(handled).toHaveLength(2)
  nextFrame()
  expect(handled[2]).toEqual([401])
  nextFrame()
  // Nothing is scheduled while nothing happens, and the next value is handled at once again.
  expect(waiting()).toBe(0)
  batches.add(402)
  expect(handled[3]).toEqual([402])
})

test('a page without frames handles a thousand values at once', () => {
  const { batches, handled } = start()
  for (let value = 0; value <= 1000; value += 1) batches.add(value)
  expect(handled.map(({ length }) => length)).toEqual([1, 1000])
})

test('values that wait are dropped by a reset', () => {
  const { batches, handled, nextFrame } = start()
  for (const value of [1, 2]) batches.add(value)
  batches.reset()
  nextFrame()
  batches.add(3)
  expect(handled).toEqual([[1], [3]])
})
