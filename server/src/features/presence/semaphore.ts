/** A turn that takes longer no longer keeps others waiting: somebody may just read slowly. */
const SLOT_TIMEOUT_MS = 500

/** Lets only some do a thing at the same time, in the order in which they came. */
export interface Semaphore {
  run(work: () => Promise<void>): Promise<void>
}

export function createSemaphore(atOnce: number): Semaphore {
  let free = atOnce
  const waiting: (() => void)[] = []

  function release(): void {
    const next = waiting.shift()
    if (next === undefined) free += 1
    else next()
  }

  return {
    run: async (work) => {
      if (free > 0) free -= 1
      else await new Promise<void>((resolve) => waiting.push(resolve))
      let isOver = false
      const end = () => {
        if (isOver) return
        isOver = true
        clearTimeout(timer)
        release()
      }
      const timer = setTimeout(end, SLOT_TIMEOUT_MS)
      try {
        await work()
      } finally {
        end()
      }
    },
  }
}
