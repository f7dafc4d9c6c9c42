/** A turn that takes longer no longer keeps others waiting: somebody may just read slowly. */
const TURN_MS = 500

/** Lets only some do a thing at the same time, in the order in which they came. */
export interface Turns {
  take(work: () => Promise<void>): Promise<void>
}

export function turns(atOnce: number): Turns {
  let free = atOnce
  const waiting: (() => void)[] = []

  function giveBack(): void {
    const next = waiting.shift()
    if (next === undefined) free += 1
    else next()
  }

  return {
    take: async (work) => {
      if (free > 0) free -= 1
      else await new Promise<void>((resolve) => waiting.push(resolve))
      let isOver = false
      const end = () => {
        if (isOver) return
        isOver = true
        clearTimeout(timer)
        giveBack()
      }
      const timer = setTimeout(end, TURN_MS)
      try {
        await work()
      } finally {
        end()
      }
    },
  }
}
