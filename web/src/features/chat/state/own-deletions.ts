/** Milliseconds for which a deletion can be undone. */
export const UNDO_WITHIN = 8000

export interface DeletionDependencies {
  /** Hides a message, or shows it again. */
  hide: (id: string) => void
  show: (ids: readonly string[]) => void
  /** Deletes it for everyone. */
  remove: (id: string) => Promise<unknown>
  /** Offers to undo the deletions for `UNDO_WITHIN`; returns a function that says whether the offer is still open. */
  offer: (
    count: number,
    undo: () => void,
  ) => { isOpen: () => boolean; onClosed: (closed: () => void) => () => void }
  /** Stores pending deletions, so that a reload of the page does not lose them. */
  store: (ids: readonly string[]) => void
}

/**
 * Deletes own messages after the time in which that can be undone. Deletions within that time are undone together. An
 * offer under a pointer or with the focus stays open until it loses them.
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
    // Messages whose deletion failed are shown again.
    if (ids.length > 0) store(pending)
  }

  return {
    pending: () => pending,
    /** Deletes what waits, now. */
    flush,
    /** Forgets pending deletions; stored ones are kept. */
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
