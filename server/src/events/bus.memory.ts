import { randomUUID } from 'node:crypto'
import { type Bus, createTopicRouter } from './bus.ts'

/** Connects the buses of one process: a running server has one, tests have several. */
export interface MemoryHub {
  connect(onFault: (error: unknown) => void, options?: HubOptions): Bus
}

interface HubOptions {
  /**
   * Interval at which `onGap` handlers are called, for other processes that use the same database without being
   * connected to this bus.
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

      /** Delivered asynchronously, as over a network: the publisher has continued by then. */
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
