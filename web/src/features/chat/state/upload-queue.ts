import type { Retry, RetryOptions } from './retry.ts'

/**
 * Sends files one after the other, in the order in which they were added, because the server accepts only two uploads
 * at a time from all devices of an account.
 */
export function createUploadQueue({ run }: Pick<Retry, 'run'>) {
  let last: Promise<unknown> = Promise.resolve()
  return {
    /** Rejects with the signal's reason when it is aborted, also while it is still queued. */
    add<T>(upload: () => Promise<T>, options: RetryOptions): Promise<T> {
      const result = last.then(() => run(upload, options))
      last = result.catch(() => undefined)
      return result
    },
  }
}
