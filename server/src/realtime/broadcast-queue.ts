import type { Connection } from './connection.ts'
import { joinFrames } from './frames.ts'

export interface QueuedFrame {
  frame: Buffer
  /** Accounts that do not receive it. */
  except?: ReadonlySet<string> | undefined
  /** Another frame for members without archive access. */
  withoutAccess?: Buffer
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
    const payloadFor = payloadsByAudience(frames)
    for (const connection of this.#connections) {
      const payload = payloadFor(connection)
      if (payload.length > 0) connection.write(payload)
    }
  }
}

/**
 * Returns a function that returns the joined frames for a connection. The frames are joined once for members with
 * archive access and once for all others.
 */
function payloadsByAudience(frames: readonly QueuedFrame[]): (connection: Connection) => Buffer {
  const joined = joinFrames(frames.map(({ frame }) => frame))
  const exceptions = new Set(frames.flatMap(({ except }) => [...(except ?? [])]))
  const isByAccess = frames.some(({ withoutAccess }) => withoutAccess !== undefined)
  if (exceptions.size === 0 && !isByAccess) return () => joined
  const versions = new Map<string, Buffer>()
  return ({ holder: { userId }, hasArchiveAccess }) => {
    const exception = exceptions.has(userId) ? userId : ''
    const isLimited = isByAccess && !hasArchiveAccess
    if (exception === '' && !isLimited) return joined
    const name = isLimited ? `${exception} limited` : exception
    const cached = versions.get(name)
    if (cached !== undefined) return cached
    const some = frames.filter(({ except }) => exception === '' || except?.has(exception) !== true)
    const version = joinFrames(
      some.map(({ frame, withoutAccess }) => (isLimited ? (withoutAccess ?? frame) : frame)),
    )
    versions.set(name, version)
    return version
  }
}
