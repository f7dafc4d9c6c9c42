import { randomUUID } from 'node:crypto'
import { type Bus, makePost } from './bus.ts'

/** Where the buses of one process meet: one in a running server, several in tests. */
export interface MemoryHub {
  connect(onFault: (error: unknown) => void, wishes?: HubWishes): Bus
}

interface HubWishes {
  /** Other processes may work on the same database without being heard here: so often something may have been missed. */
  gapEveryMs?: number | undefined
}

export function memoryHub(): MemoryHub {
  const members = new Set<(text: string) => void>()
  return {
    connect: (onFault, { gapEveryMs } = {}) => {
      const self = randomUUID()
      const isAlone = () => members.size < 2
      const post = makePost(self, send, isAlone, onFault)
      const arrive = (text: string) => post.arrive(text)
      members.add(arrive)
      const gaps: (() => void)[] = []
      const timer =
        gapEveryMs === undefined
          ? undefined
          : setInterval(() => {
              for (const heard of gaps) heard()
            }, gapEveryMs)

      /** Later, as over a line: whoever tells something has gone on by then. */
      function send(text: string): void {
        setImmediate(() => {
          if (!members.has(arrive)) return
          for (const member of members) if (member !== arrive) member(text)
        })
      }

      return {
        self,
        topic: post.topic,
        isAlone,
        isUp: () => true,
        onReturn: () => {},
        onGap: (heard) => void gaps.push(heard),
        close: async () => {
          clearInterval(timer)
          members.delete(arrive)
        },
      }
    },
  }
}
