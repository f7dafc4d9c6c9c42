/** The request that holds a lock, with a function that asks it to release the lock. */
interface LockHolder {
  wanted: () => void
  gone: Promise<void>
}

/** Locks, so that only one request at a time uses an upload. */
export interface UploadLocks {
  /**
   * Asks the holder of the lock to stop (`wanted`), and waits for the lock for a limited time.
   * @returns a function that releases the lock; undefined when the holder did not release it in time
   */
  acquire: (id: string, wanted?: () => void, signal?: AbortSignal) => Promise<(() => void) | undefined>
}

/**
 * Maximum time to wait for a lock. Requests that receive bytes release the lock at once. A form that uses the upload
 * may hold it for longer.
 */
export const LOCK_WAIT_MS = 10_000

export function uploadLocks(waitMs = LOCK_WAIT_MS): UploadLocks {
  const lockHolders = new Map<string, LockHolder>()
  return {
    acquire: async (id, wanted = () => {}, signal) => {
      const tooLong = AbortSignal.timeout(waitMs)
      const over = signal === undefined ? tooLong : AbortSignal.any([tooLong, signal])
      for (;;) {
        const holder = lockHolders.get(id)
        if (holder === undefined) {
          const { promise: gone, resolve } = Promise.withResolvers<void>()
          lockHolders.set(id, { wanted, gone })
          return () => {
            lockHolders.delete(id)
            resolve()
          }
        }
        holder.wanted()
        if (over.aborted || !(await freed(holder, over))) return undefined
      }
    },
  }
}

async function freed({ gone }: LockHolder, over: AbortSignal): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const giveUp = () => resolve(false)
  over.addEventListener('abort', giveUp, { once: true })
  void gone.then(() => resolve(true))
  try {
    return await promise
  } finally {
    over.removeEventListener('abort', giveUp)
  }
}
