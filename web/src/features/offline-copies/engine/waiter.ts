/** Lets a loop wait until something happens. */
export interface Waiter {
  /** Something has happened: a wait ends, or the next one does not begin. */
  wake: () => void
  /** What has happened until now is seen. */
  clear: () => void
  /** At most for this time. */
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
