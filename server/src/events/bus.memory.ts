import { randomUUID } from 'node:crypto'
import { type Bus, createTopicRouter } from './bus.ts'

/** Connects several buses of one process. A running server has only one bus; tests have several. */
export interface MemoryHub {
  connect(onFault: (error: unknown) => void, options?: HubOptions): Bus
}

interface HubOptions {
  /**
   * Interval at which `onGap` handlers are called. It is needed for other processes that use the same database but are
   * not connected to this bus.
   */
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

      /** Delivers a message asynchronously, as over a network: the publisher continues before the handlers run. */
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
