/** The parts of a worker with timer-worker.ts that are used here. */
export interface TimerWorker {
  postMessage: (message: { id: number; ms?: number }) => void
  addEventListener: (type: 'message', handler: (event: MessageEvent<number>) => void) => void
  terminate: () => void
}

export interface WorkerTimers {
  /** Calls the function after this many milliseconds, also in a hidden page. @returns a function that cancels it */
  after: (ms: number, run: () => void) => () => void
  /** Cancels all timers. */
  close: () => void
}

/** Timers that a worker runs; without a worker, timers of the page. */
export function createWorkerTimers(createWorker: () => TimerWorker): WorkerTimers {
  const waiting = new Map<number, () => void>()
  let lastId = 0
  const worker = workerOrPage(createWorker)
  worker.addEventListener('message', ({ data: id }) => {
    const run = waiting.get(id)
    waiting.delete(id)
    run?.()
  })
  return {
    after(ms, run) {
      lastId += 1
      const id = lastId
      waiting.set(id, run)
      worker.postMessage({ id, ms })
      return () => {
        if (waiting.delete(id)) worker.postMessage({ id })
      }
    },
    close() {
      waiting.clear()
      worker.terminate()
    },
  }
}

function workerOrPage(createWorker: () => TimerWorker): TimerWorker {
  try {
    return createWorker()
  } catch {
    return pageTimers()
  }
}

function pageTimers(): TimerWorker {
  const timers = new Map<number, ReturnType<typeof setTimeout>>()
  let fired: (event: MessageEvent<number>) => void = () => undefined
  return {
    postMessage({ id, ms }) {
      clearTimeout(timers.get(id))
      timers.delete(id)
      if (ms !== undefined)
        timers.set(
          id,
          setTimeout(() => fired(new MessageEvent('message', { data: id })), ms),
        )
    },
    addEventListener(_type, handler) {
      fired = handler
    },
    terminate() {
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}
