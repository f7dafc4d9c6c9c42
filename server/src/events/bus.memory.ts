import { randomUUID } from 'node:crypto'
import { type Bus, createTopicRouter } from './bus.ts'

/** Where the buses of one process meet: one in a running server, several in tests. */
export interface MemoryHub {
  connect(onFault: (error: unknown) => void, options?: HubOptions): Bus
}

interface HubOptions {
  /** Other processes may work on the same database without being heard here: so often something may have been missed. */
  gapEveryMs?: number | undefined
}

export function memoryHub(): MemoryHub {
  const members = new Set<(text: string) => void>()
  return {
    connect: (onFault, { gapEveryMs } = {}) => {
      const self = randomUUID()
      const isAlone = () => members.size < 2
      const router = createTopicRouter(self, send, isAlone, onFault)
      const receive = (text: string) => router.receive(text)
      members.add(receive)
      const gaps: (() => void)[] = []
      const timer =
        gapEveryMs === undefined
          ? undefined
          : setInterval(() => {
              for (const handler of gaps) handler()
            }, gapEveryMs)

      /** Later, as over a line: whoever tells something has gone on by then. */
      function send(text: string): void {
        setImmediate(() => {
          if (!members.has(receive)) return
          for (const member of members) if (member !== receive) member(text)
        })
      }

      return {
        self,
        topic: router.topic,
        isAlone,
        isUp: () => true,
        onReturn: () => {},
        onGap: (handler) => void gaps.push(handler),
        close: async () => {
          clearInterval(timer)
          members.delete(receive)
        },
      }
    },
  }
}
