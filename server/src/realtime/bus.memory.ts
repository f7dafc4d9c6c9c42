import { randomUUID } from 'node:crypto'
import { type Bus, makePost } from './bus.ts'

/** Where the buses of one process meet: one in a running server, several in tests. */
export interface MemoryHub {
  connect(onFault: (error: unknown) => void): Bus
}

export function memoryHub(): MemoryHub {
  const members = new Set<(text: string) => void>()
  return {
    connect: (onFault) => {
      const self = randomUUID()
      const post = makePost(self, send, () => members.size < 2, onFault)
      const arrive = (text: string) => post.arrive(text)
      members.add(arrive)

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
        isUp: () => true,
        onReturn: () => {},
        close: async () => void members.delete(arrive),
      }
    },
  }
}
