import { ApiError, UNREACHABLE } from '#client/api-error.ts'

/**
 * Maximum number of attempts if the server rejects each with a `Retry-After`. Its rate limit windows are at most a
 * minute long.
 */
const ATTEMPTS = 4
/** A longer `Retry-After`, in seconds, counts as a final rejection. */
const PAUSE_AT_MOST = 300
/**
 * Milliseconds between attempts while the server does not answer; the last one repeats. A new connection ends a pause.
 */
const PAUSES = [2000, 5000, 15_000, 60_000]

export interface RetryOptions {
  /** Aborting this signal ends the attempts, and the pauses between them. */
  signal: AbortSignal
  /** Called when the server has not answered; another attempt follows. */
  onHeld: () => void
}

export interface Retry {
  /**
   * Repeats an attempt until the server has answered, without a limit, and after each `Retry-After` of the server.
   * @throws the error of a final rejection
   * @throws the signal’s reason when it is aborted
   */
  run: <T>(attempt: () => Promise<T>, options: RetryOptions) => Promise<T>
  /** Called when the connection is established: waiting attempts are made at once. */
  connected: () => void
}

/** Seconds after which the server accepts another attempt; undefined when its rejection is final. */
function pauseAskedFor(failure: unknown): number | undefined {
  const seconds = failure instanceof ApiError ? failure.retryAfterSeconds : undefined
  return seconds === undefined || seconds > PAUSE_AT_MOST ? undefined : seconds
}

function isUnanswered(failure: unknown): boolean {
  return failure instanceof ApiError && failure.code === UNREACHABLE
}

export function createRetry(wait: (ms: number) => Promise<unknown>): Retry {
  const waiting = new Set<() => void>()

  /**
   * Resolves after `ms`, or with `untilConnected` as soon as a connection is reported; rejects when `signal` is
   * aborted.
   */
  async function pause(ms: number, signal: AbortSignal, untilConnected: boolean): Promise<void> {
    signal.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<undefined>()
    const end = () => resolve(undefined)
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    if (untilConnected) waiting.add(end)
    wait(ms).then(end, reject)
    try {
      await promise
    } finally {
      waiting.delete(end)
      signal.removeEventListener('abort', abort)
    }
  }

  return {
    async run(attempt, { signal, onHeld }) {
      let asked = 0
      for (let unanswered = 0; ;) {
        signal.throwIfAborted()
        try {
          return await attempt()
        } catch (failure) {
          if (signal.aborted) throw failure
          const seconds = pauseAskedFor(failure)
          if (seconds !== undefined && asked < ATTEMPTS - 1) {
            asked += 1
            await pause(seconds * 1000, signal, false)
          } else if (isUnanswered(failure)) {
            onHeld()
            await pause(PAUSES[Math.min(unanswered, PAUSES.length - 1)] ?? 0, signal, true)
            unanswered += 1
          } else throw failure
        }
      }
    },
    connected() {
      for (const end of waiting) end()
    },
  }
}
