import { ApiError } from '#client/api-error.ts'

/** Maximum number of attempts for a file when the server answers 429; its rate limit counts per minute. */
const ATTEMPTS = 4
const TOO_MANY = 429

/** Resolves after the time, or rejects with the signal’s reason as soon as it is aborted. */
function pause(ms: number, signal: AbortSignal, wait: (ms: number) => Promise<unknown>): Promise<unknown> {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  wait(ms).then(resolve, reject)
  return promise
}

/**
 * Sends files one after the other, in the order in which they were added. The server accepts two at a time from an
 * account on all its devices. When it answers with a pause, the file is sent again afterwards.
 */
export function createUploadQueue(wait: (ms: number) => Promise<unknown>) {
  let last: Promise<unknown> = Promise.resolve()

  async function send<T>(upload: () => Promise<T>, signal: AbortSignal): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      signal.throwIfAborted()
      try {
        return await upload()
      } catch (failure) {
        const seconds =
          failure instanceof ApiError && failure.status === TOO_MANY ? failure.retryAfterSeconds : undefined
        if (seconds === undefined || attempt >= ATTEMPTS) throw failure
        await pause(seconds * 1000, signal, wait)
      }
    }
  }

  return {
    /** Rejects with the signal's reason when it is aborted, also while it is still queued. */
    add<T>(upload: () => Promise<T>, signal: AbortSignal): Promise<T> {
      const result = last.then(() => send(upload, signal))
      last = result.catch(() => undefined)
      return result
    },
  }
}
