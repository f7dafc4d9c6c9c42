import { expect, test } from 'vitest'
import { backgroundWorker } from './background-worker.ts'

/** A worker whose runs end only when the test ends them. */
function heldWorker() {
  const runs: PromiseWithResolvers<void>[] = []
  const faults: unknown[] = []
  const worker = backgroundWorker(
    () => {
      const run = Promise.withResolvers<void>()
      runs.push(run)
      return run.promise
    },
    (error) => faults.push(error),
  )
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return { worker, runs, faults, settled }
}

test('runs once more, however often it is woken during a run', async () => {
  const { worker, runs, settled } = heldWorker()
  for (let turn = 0; turn < 3; turn += 1) worker.wake()
  expect(runs).toHaveLength(1)
  runs[0]?.resolve()
  await settled()
  expect(runs).toHaveLength(2)
  runs[1]?.resolve()
  await settled()
  expect(runs).toHaveLength(2)
  worker.wake()
  expect(runs).toHaveLength(3)
})

test('is idle when the run that was asked for last has ended', async () => {
  const { worker, runs, settled } = heldWorker()
  await worker.idle()
  worker.wake()
  worker.wake()
  let isIdle = false
  const idle = worker.idle().then(() => (isIdle = true))
  runs[0]?.resolve()
  await settled()
  expect(isIdle).toBe(false)
  runs[1]?.resolve()
  await idle
})

test('reports what the work throws, and runs again at the next wake', async () => {
  const { worker, runs, faults, settled } = heldWorker()
  const fault = new Error('no database')
  worker.wake()
  runs[0]?.reject(fault)
  await settled()
  expect(faults).toEqual([fault])
  worker.wake()
  expect(runs).toHaveLength(2)
})

test('closes after the run that is under way, and does not start another one', async () => {
  const { worker, runs, settled } = heldWorker()
  worker.wake()
  worker.wake()
  let isClosed = false
  const closing = worker.close().then(() => (isClosed = true))
  worker.wake()
  await settled()
  expect(isClosed).toBe(false)
  runs[0]?.resolve()
  await closing
  await settled()
  expect(runs).toHaveLength(1)
})
