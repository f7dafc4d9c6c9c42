import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { requestChunk } from './request-chunk.ts'

let network = new EventTarget()

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  network = new EventTarget()
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network))
})

const isBack = () => network.dispatchEvent(new Event('online'))

/** A chunk that can be loaded as soon as `isLost` is false. */
function lostChunk() {
  const connection = { isLost: true }
  const load = vi.fn(async () => {
    if (connection.isLost) throw new TypeError('Failed to fetch dynamically imported module')
    return 'code'
  })
  return { connection, load, onLoaded: vi.fn<(chunk: string) => void>() }
}

test('a failed request is repeated after pauses that grow', async () => {
  const { connection, load, onLoaded } = lostChunk()
  requestChunk(load, { onLoaded })
  await vi.advanceTimersByTimeAsync(1999)
  expect(load).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(load).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(3999)
  expect(load).toHaveBeenCalledTimes(2)
  connection.isLost = false
  await vi.advanceTimersByTimeAsync(1)
  expect(onLoaded.mock.calls).toEqual([['code']])
})

test('a restored connection does not wait for the pause', async () => {
  const { connection, load, onLoaded } = lostChunk()
  requestChunk(load, { onLoaded })
  await vi.advanceTimersByTimeAsync(0)
  connection.isLost = false
  isBack()
  await vi.advanceTimersByTimeAsync(0)
  expect(onLoaded.mock.calls).toEqual([['code']])
})

test('a chunk is passed on once, and not requested afterwards', async () => {
  const { connection, load, onLoaded } = lostChunk()
  connection.isLost = false
  requestChunk(load, { onLoaded })
  isBack()
  await vi.advanceTimersByTimeAsync(0)
  isBack()
  await vi.advanceTimersByTimeAsync(200_000)
  expect(load).toHaveBeenCalledTimes(2)
  expect(onLoaded).toHaveBeenCalledOnce()
})

test('nothing happens after the end, or after a failure that is not repeated', async () => {
  const ended = lostChunk()
  requestChunk(ended.load, ended)()
  const final = lostChunk()
  requestChunk(final.load, { ...final, mayRepeat: () => false })
  await vi.advanceTimersByTimeAsync(0)
  isBack()
  await vi.advanceTimersByTimeAsync(200_000)
  expect(ended.load).toHaveBeenCalledOnce()
  expect(final.load).toHaveBeenCalledOnce()
})
