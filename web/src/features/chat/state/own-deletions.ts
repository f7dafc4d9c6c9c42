/** Milliseconds for which an own message can be brought back. */
export const UNDO_WITHIN = 8000

export interface DeletionDependencies {
  /** Takes a message out of sight, or brings it back. */
  hide: (id: string) => void
  show: (ids: readonly string[]) => void
  /** Deletes it for everyone. */
  remove: (id: string) => Promise<unknown>
  /** Offers to bring the messages back, for `UNDO_WITHIN`; returns how to see whether the offer still stands. */
  offer: (
    count: number,
    undo: () => void,
  ) => { isOpen: () => boolean; onClosed: (closed: () => void) => () => void }
  /** Keeps what is not deleted yet for a page that is loaded anew. */
  store: (ids: readonly string[]) => void
}

/**
 * Deletes own messages after the time in which they can be brought back. Several within that time are brought back
 * together. An offer that is held, by a pointer or by the focus, lasts until it is let go.
 */
export function createOwnDeletions({ hide, show, remove, offer, store }: DeletionDependencies) {
  let pending: readonly string[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopWaiting: (() => void) | undefined

  function end(): readonly string[] {
    clearTimeout(timer)
    stopWaiting?.()
    stopWaiting = undefined
    const ids = pending
    pending = []
    return ids
  }

  async function flush(): Promise<void> {
    const ids = end()
    await Promise.allSettled(ids.map((id) => remove(id)))
    // Those of a failure stand in the chat again.
    if (ids.length > 0) store(pending)
  }

  return {
    pending: () => pending,
    /** Deletes what waits, now. */
    flush,
    /** Forgets what waits; what is stored stays. */
    abandon: () => void end(),
    delete(id: string): void {
      pending = [...end(), id]
      store(pending)
      hide(id)
      const { isOpen, onClosed } = offer(pending.length, () => {
        const ids = end()
        store([])
        show(ids)
      })
      timer = setTimeout(() => {
        if (isOpen()) stopWaiting = onClosed(() => void flush())
        else void flush()
      }, UNDO_WITHIN)
    },
  }
}
