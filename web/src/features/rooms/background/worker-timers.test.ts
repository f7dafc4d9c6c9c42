import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createWorkerTimers, type TimerWorker } from './worker-timers.ts'

type Message = { id: number; ms?: number }

/** What timer-worker.ts does with a message. */
let worker: (event: { data: Message }) => void = () => undefined

beforeAll(async () => {
  vi.stubGlobal('addEventListener', (_type: string, handler: typeof worker) => {
    worker = handler
  })
  await vi.importActual<unknown>('./timer-worker.ts')
})
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The timers of timer-worker.ts, which runs in the thread of the test. */
function inWorker() {
  const sent: Message[] = []
  const terminate = vi.fn()
  let fired: (event: MessageEvent<number>) => void = () => undefined
  vi.stubGlobal('postMessage', (id: number) => fired(new MessageEvent('message', { data: id })))
  const createWorker = (): TimerWorker => ({
    postMessage(message) {
      sent.push(message)
      worker({ data: message })
    },
    addEventListener(_type, handler) {
      fired = handler
    },
    terminate,
  })
  return { timers: createWorkerTimers(createWorker), sent, terminate, late: (id: number) => postMessage(id) }
}

/** A browser that creates no worker, for example because of an extension. */
function inPage() {
  const timers = createWorkerTimers(() => {
    throw new DOMException('There are no workers', 'SecurityError')
  })
  return { timers }
}

describe.each([
  ['a worker', inWorker],
  ['a page without workers', inPage],
])('timers of %s', (_name, open) => {
  test('fire once, each after its time', () => {
    const { timers } = open()
    const fired: string[] = []
    timers.after(200, () => fired.push('later'))
    timers.after(50, () => fired.push('soon'))
    vi.advanceTimersByTime(49)
    expect(fired).toEqual([])
    vi.advanceTimersByTime(1)
    expect(fired).toEqual(['soon'])
    vi.advanceTimersByTime(1000)
    expect(fired).toEqual(['soon', 'later'])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('do not fire after they were cancelled, and leave others alone', () => {
    const { timers } = open()
    const fired: string[] = []
    const cancel = timers.after(50, () => fired.push('cancelled'))
    timers.after(50, () => fired.push('kept'))
    cancel()
    cancel()
    vi.advanceTimersByTime(1000)
    expect(fired).toEqual(['kept'])
  })

  test('do not fire after all were closed', () => {
    const { timers } = open()
    const fired: string[] = []
    timers.after(50, () => fired.push('closed'))
    timers.close()
    vi.advanceTimersByTime(1000)
    expect(fired).toEqual([])
  })
})

test('a message of the worker that crosses the cancellation runs nothing', () => {
  const { timers, sent, late } = inWorker()
  const run = vi.fn()
  const cancel = timers.after(50, run)
  cancel()
  expect(sent).toEqual([{ id: 1, ms: 50 }, { id: 1 }])
  late(1)
  expect(run).not.toHaveBeenCalled()
})

test('a timer that has fired sends nothing when it is cancelled, and closing ends the worker', () => {
  const { timers, sent, terminate } = inWorker()
  const cancel = timers.after(50, () => undefined)
  vi.advanceTimersByTime(50)
  cancel()
  expect(sent).toHaveLength(1)
  timers.close()
  expect(terminate).toHaveBeenCalledTimes(1)
})
