/** Milliseconds for which a deletion can be undone. */
export const UNDO_WITHIN = 8000

export interface DeletionDependencies {
  /** Hides a message; `show` reverts that. */
  hide: (id: string) => void
  show: (ids: readonly string[]) => void
  /** Deletes the message for all members. */
  remove: (id: string) => Promise<unknown>
  /**
   * Offers for `UNDO_WITHIN` milliseconds to undo the deletions. `takesFocus`: the offer gets the focus. `isOpen`
   * returns whether the offer is still visible; `onClosed` subscribes to its end.
   */
  offer: (
    count: number,
    undo: () => void,
    takesFocus: boolean,
  ) => { isOpen: () => boolean; onClosed: (closed: () => void) => () => void }
  /** Stores pending deletions, so that a reload of the page does not lose them. */
  store: (ids: readonly string[]) => void
}

/**
 * Deletes own messages after the time in which that can be undone. All deletions within that time are undone at once.
 * While the offer has the pointer or the focus, it stays open.
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
    // Stored also if a deletion has failed: `remove` then shows its message again.
    if (ids.length > 0) store(pending)
  }

  return {
    pending: () => pending,
    /** Sends all pending deletions now. */
    flush,
    /** Drops pending deletions without sending them. They stay in the browser's storage. */
    abandon: () => void end(),
    /** @param isByKey - whether a key was pressed; then the offer gets the focus */
    delete(id: string, isByKey = false): void {
      pending = [...end(), id]
      store(pending)
      hide(id)
      const { isOpen, onClosed } = offer(
        pending.length,
        () => {
          const ids = end()
          store([])
          show(ids)
        },
        isByKey,
      )
      timer = setTimeout(() => {
        if (isOpen()) stopWaiting = onClosed(() => void flush())
        else void flush()
      }, UNDO_WITHIN)
    },
  }
}
