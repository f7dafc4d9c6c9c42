/** Lets a loop wait until it is woken. */
export interface Waiter {
  /** Ends the current wait, or prevents the next one. */
  wake: () => void
  /** Discards an earlier `wake`. */
  clear: () => void
  /** Waits for `wake`, at most for this time. */
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
