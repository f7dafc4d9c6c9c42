/** Lets a loop wait until other code wakes it. */
export interface Waiter {
  /** Ends the current wait; if there is none, the next wait ends immediately. */
  wake: () => void
  /** Discards an earlier `wake`, so that the next wait is not cut short. */
  clear: () => void
  /** Waits until `wake` is called or the signal is aborted, at most for `ms` milliseconds. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>
}

export function createWaiter(): Waiter {
  let isStale = false
  let end: (() => void) | undefined
  return {
    wake() {
      isStale = true
      end?.()
    },
    clear() {
      isStale = false
    },
    async wait(ms, signal) {
      if (isStale || signal.aborted) return
      await new Promise<void>((resolve) => {
        const done = () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', done)
          end = undefined
          resolve()
        }
        const timer = setTimeout(done, ms)
        signal.addEventListener('abort', done)
        end = done
      })
    },
  }
}
