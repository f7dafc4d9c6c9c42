import * as z from 'zod/mini'

/** Messages about the copies between the tabs of this browser. */
const Message = z.discriminatedUnion('type', [
  /** The records have changed. */
  z.object({ type: z.literal('changed') }),
  /** A collection was chosen, removed or read again: the tab that loads retries what has failed. */
  z.object({ type: z.literal('retry') }),
  /** Favorites were added or removed: the tab that loads reads them anew. */
  z.object({ type: z.literal('favorites') }),
  /** The progress of a file that is loading; it is not stored. */
  z.object({ type: z.literal('progress'), version: z.string(), receivedBytes: z.number() }),
  /** All copies were removed: at the end of a session, or because the account `for` has logged in. */
  z.object({ type: z.literal('removed'), for: z.optional(z.string()) }),
])
export type CopiesMessage = z.infer<typeof Message>

/** A channel to all tabs, including this one. */
export interface CopiesChannel {
  send: (message: CopiesMessage) => void
  close: () => void
}

const NAME = 'tonarchiv-copies'

/** Stops the copies in all tabs, except those of `userId`. */
export function announceRemoval(userId: string | undefined): void {
  const channel = new BroadcastChannel(NAME)
  const removed: CopiesMessage = { type: 'removed', for: userId }
  channel.postMessage(removed)
  channel.close()
}

export function openChannel(receive: (message: CopiesMessage) => void): CopiesChannel {
  const channel = new BroadcastChannel(NAME)
  let isClosed = false
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const message = Message.safeParse(data)
    if (message.success) receive(message.data)
  })
  return {
    send(message) {
      // What was begun before the copies were stopped ends later.
      if (isClosed) return
      channel.postMessage(message)
      receive(message)
    },
    close() {
      isClosed = true
      channel.close()
    },
  }
}
