import { estimateAfter, offsetAt, type ClockEstimate } from './clock-estimate.ts'

/** Number of requests in the burst after a start, a reconnect or a sleep, and milliseconds between two of them. */
const BURST = 8
const BURST_PAUSE = 120
/** Milliseconds between two requests after the burst. */
export const CLOCK_PAUSE = 12_000
/** The first pause after an unanswered request, in milliseconds. It doubles each time up to `CLOCK_PAUSE`. */
const RETRY_PAUSE = 1000
/** Maximum number of unanswered requests that are kept. Answers to requests that are not kept any more are ignored. */
const PENDING_MAX = 16
/** If the difference of the browser's two clocks has changed by this many milliseconds, the computer was asleep. */
const SLEPT = 250

/** An answer of the server: the local time of the request, and the server's times of receipt and reply. */
export interface ClockAnswer {
  sent: number
  received: number
  replied: number
}

export interface RoomClockParts {
  /** Milliseconds of a clock that never goes back; it may stand still while the computer sleeps. */
  now: () => number
  /** Milliseconds since 1970, of a clock that does not stand still. */
  wallNow: () => number
  /** Sends a request that contains the local time. */
  send: (sent: number) => void
  /** @returns a function that unsubscribes */
  onAnswer: (handler: (answer: ClockAnswer) => void) => () => void
  /** Calls the function whenever the connection is open again. @returns a function that unsubscribes */
  onConnected: (connected: () => void) => () => void
  /** Calls the function after this many milliseconds. @returns a function that cancels it */
  after: (ms: number, run: () => void) => () => void
  /** Called when the estimate has changed. */
  onEstimate?: () => void
}

/** The server's clock, as far as this browser knows it. It is measured only between `openRoomClock` and `close`. */
export interface RoomClock {
  /** The server's time in milliseconds since 1970; undefined before the first answer. */
  serverNow: () => number | undefined
  /** Milliseconds of the round trip on which the estimate is based; undefined before the first answer. */
  delayMs: () => number | undefined
  /** Measures again immediately, because the page was suspended. */
  wake: () => void
  close: () => void
}

/** Measures the server's clock until it is closed: a burst of requests, then one every twelve seconds. */
export function openRoomClock(parts: RoomClockParts): RoomClock {
  const { now, wallNow, send, after } = parts
  let estimate: ClockEstimate | undefined
  let burst = 0
  let retryPause = RETRY_PAUSE
  let cancel = () => {}
  /** The local times of the requests that were not answered yet. */
  let pending: number[] = []
  let clocksApart = wallNow() - now()

  function request(): void {
    if (hasSlept()) forget()
    const sent = now()
    pending = [...pending.slice(-PENDING_MAX + 1), sent]
    send(sent)
    cancel = after(pauseAfterRequest(), request)
  }

  function pauseAfterRequest(): number {
    burst -= 1
    if (burst > 0) return BURST_PAUSE
    // Requests without an answer make the pause grow; an answer resets it.
    if (pending.length <= 1) return CLOCK_PAUSE
    retryPause = Math.min(CLOCK_PAUSE, retryPause * 2)
    return retryPause
  }

  /** Drops all earlier measurements, which are invalid because the local clock may have stood still. */
  function forget(): void {
    estimate = undefined
    pending = []
    burst = BURST
  }

  function hasSlept(): boolean {
    const apart = wallNow() - now()
    const hasJumped = Math.abs(apart - clocksApart) > SLEPT
    clocksApart = apart
    return hasJumped
  }

  function measure(): void {
    cancel()
    burst = BURST
    pending = []
    request()
  }

  function answered({ sent, received, replied }: ClockAnswer): void {
    const arrivedAt = now()
    if (!pending.includes(sent)) return
    pending = pending.filter((each) => each > sent)
    retryPause = RETRY_PAUSE
    if (hasSlept()) return measure()
    const before = estimate
    estimate = estimateAfter(before, { sentAt: sent, receivedAt: received, repliedAt: replied, arrivedAt })
    // The estimate was reset, because a clock was set. One sample is not enough for a new estimate.
    if (before && estimate.samples.length === 1) measure()
    parts.onEstimate?.()
  }

  const stops = [parts.onAnswer(answered), parts.onConnected(measure)]
  measure()
  return {
    serverNow() {
      // After a sleep the estimate is wrong, because the local clock may have stood still.
      if (estimate && hasSlept()) {
        forget()
        measure()
      }
      const local = now()
      return estimate && local + offsetAt(estimate, local)
    },
    delayMs: () => estimate?.best.delay,
    wake: measure,
    close() {
      cancel()
      for (const stop of stops) stop()
    },
  }
}
