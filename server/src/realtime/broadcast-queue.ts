import type { Connection } from './connection.ts'
import { joinFrames } from './frames.ts'

export interface QueuedFrame {
  frame: Buffer
  /** Accounts that do not receive it. */
  except?: ReadonlySet<string> | undefined
}

/** Queues frames for all connections. Frames of one turn of the event loop are written together. */
export class BroadcastQueue {
  #waiting: QueuedFrame[] = []
  readonly #connections: Iterable<Connection>

  constructor(connections: Iterable<Connection>) {
    this.#connections = connections
  }

  add(frame: QueuedFrame): void {
    if (this.#waiting.length === 0) setImmediate(() => this.flush())
    this.#waiting.push(frame)
  }

  /** Writes the queued frames now, so that a frame that is written afterwards arrives after them. */
  flush(): void {
    if (this.#waiting.length === 0) return
    const frames = this.#waiting
    this.#waiting = []
    const payloadFor = payloadsByAccount(frames)
    for (const connection of this.#connections) {
      const payload = payloadFor(connection)
      if (payload.length > 0) connection.write(payload)
    }
  }
}

/** Returns a function that returns the joined frames for a connection. They are joined once for all but exceptions. */
function payloadsByAccount(frames: readonly QueuedFrame[]): (connection: Connection) => Buffer {
  const joined = joinFrames(frames.map(({ frame }) => frame))
  const exceptions = new Set(frames.flatMap(({ except }) => [...(except ?? [])]))
  if (exceptions.size === 0) return () => joined
  const versions = new Map<string, Buffer>()
  return ({ holder: { userId } }) => {
    if (!exceptions.has(userId)) return joined
    const cached = versions.get(userId)
    if (cached !== undefined) return cached
    const some = frames.filter(({ except }) => except?.has(userId) !== true)
    const version = joinFrames(some.map(({ frame }) => frame))
    versions.set(userId, version)
    return version
  }
}
