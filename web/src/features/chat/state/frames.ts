/** Milliseconds after which the next frame is not waited for any longer: hidden pages have none. */
const FRAME_AT_MOST = 250

/** Runs before the next frame, or soon when the page is hidden. */
export function beforeNextFrame(run: () => void): void {
  const frame = requestAnimationFrame(once)
  const timer = setTimeout(once, FRAME_AT_MOST)
  function once(): void {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    run()
  }
}

/** Maximum number of values that wait. */
const WAITING_AT_MOST = 1000

export interface Batches<T> {
  /** Handles the value now, or with all others of this frame before the next one. */
  add: (value: T) => void
  reset: () => void
}

/**
 * Handles values at most once a frame. The first one is handled at once, so that a single value is never delayed.
 */
export function createBatches<T>(
  handle: (values: readonly T[]) => void,
  schedule: (run: () => void) => void,
): Batches<T> {
  /** The values that wait for the next frame; undefined if nothing was handled in this frame. */
  let waiting: T[] | undefined
  let life = new AbortController()

  function begin(): void {
    waiting = []
    const { signal } = life
    schedule(() => {
      if (!signal.aborted) flush()
    })
  }

  function flush(): void {
    const due = waiting ?? []
    waiting = undefined
    if (due.length === 0) return
    begin()
    handle(due)
  }

  return {
    add(value) {
      if (waiting === undefined) {
        begin()
        return handle([value])
      }
      waiting.push(value)
      if (waiting.length < WAITING_AT_MOST) return
      const due = waiting
      waiting = []
      handle(due)
    },
    reset() {
      life.abort()
      life = new AbortController()
      waiting = undefined
    },
  }
}
