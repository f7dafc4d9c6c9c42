import * as z from 'zod/mini'

/** What tabs of this browser send each other about the copies. */
const Message = z.discriminatedUnion('type', [
  /** The records have changed. */
  z.object({ type: z.literal('changed') }),
  /** Something was chosen, freed or read anew: the tab that loads looks again at what has failed. */
  z.object({ type: z.literal('retry') }),
  /** Favorites were added or removed: the tab that loads reads them anew. */
  z.object({ type: z.literal('favorites') }),
  /** A file is loading; the number is not stored. */
  z.object({ type: z.literal('progress'), version: z.string(), receivedBytes: z.number() }),
  /** All copies were removed: with the session, or for this account, which has logged in. */
  z.object({ type: z.literal('removed'), for: z.optional(z.string()) }),
])
export type CopiesMessage = z.infer<typeof Message>

/** Sends to all tabs, this one included. */
export interface CopiesChannel {
  send: (message: CopiesMessage) => void
  close: () => void
}

const NAME = 'tonarchiv-copies'

/** Sent to the tabs whose copies are still running; those of `userId` go on. */
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
