import * as z from 'zod/mini'

/** Messages about the copies, which the tabs of this browser send to each other. */
const Message = z.discriminatedUnion('type', [
  /** The records in the database have changed. */
  z.object({ type: z.literal('changed') }),
  /** A collection was chosen, removed or read again. The tab that loads the files then retries what has failed. */
  z.object({ type: z.literal('retry') }),
  /** Favorites were added or removed. The tab that loads the files then reads the favorites again. */
  z.object({ type: z.literal('favorites') }),
  /** The received bytes of a file that is loading; they are not stored in the database. */
  z.object({ type: z.literal('progress'), version: z.string(), receivedBytes: z.number() }),
  /**
   * All copies were removed, because a session has ended or another account has signed in. Tabs of the account `for`
   * are not affected.
   */
  z.object({ type: z.literal('removed'), for: z.optional(z.string()) }),
])
export type CopiesMessage = z.infer<typeof Message>

/** A channel whose messages reach all tabs, including the sending one. */
export interface CopiesChannel {
  send: (message: CopiesMessage) => void
  close: () => void
}

const NAME = 'tonarchiv-copies'

/** Stops the copies in all tabs, except in those of the account `userId`. */
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
      // An action that was begun before the channel was closed may finish later.
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
