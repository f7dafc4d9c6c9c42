/** Who holds an upload, and how to request it. */
interface LockHolder {
  wanted: () => void
  gone: Promise<void>
}

/** One request at a time works with an upload. */
export interface UploadLocks {
  /**
   * Waits for the upload a while, after asking whoever holds it to stop (`wanted`). @returns the function that gives it
   * back; undefined when it did not come free
   */
  acquire: (id: string, wanted?: () => void, signal?: AbortSignal) => Promise<(() => void) | undefined>
}

/** A sender that is asked to stop does so within moments; a form that uses the upload may take longer. */
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
