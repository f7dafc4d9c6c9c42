import { estimateAfter, offsetAt, type ClockEstimate } from './clock-estimate.ts'

/** Number of requests after a start, a reconnect or a sleep, and milliseconds between two of them. */
const BURST = 8
const BURST_PAUSE = 120
/** Milliseconds between two requests at rest. */
export const CLOCK_PAUSE = 12_000
/** Milliseconds between two requests after a request without an answer, at least; it doubles up to `CLOCK_PAUSE`. */
const RETRY_PAUSE = 1000
/** Maximum number of requests without an answer that are kept; later answers to older ones are ignored. */
const PENDING_MAX = 16
/** When both clocks of the browser differ by this many milliseconds more than before, the computer was asleep. */
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
  /** Sends a request that names the local time. */
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
  /** Measures anew at once, because the page was asleep. */
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
    // Every answer makes the pause short again; without a connection it grows.
    if (pending.length <= 1) return CLOCK_PAUSE
    retryPause = Math.min(CLOCK_PAUSE, retryPause * 2)
    return retryPause
  }

  /** The local clock may have stood still, so what was measured before says nothing any more. */
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
    // A clock was set: one exchange is not enough for a new estimate.
    if (before && estimate.samples.length === 1) measure()
    parts.onEstimate?.()
  }

  const stops = [parts.onAnswer(answered), parts.onConnected(measure)]
  measure()
  return {
    serverNow() {
      // A local clock that has stood still would say that no time has passed.
      if (estimate && hasSlept()) {
        forget()
        measure()
      }
      const local = now()
      return estimate && local + offsetAt(estimate, local)
    },
    wake: measure,
    close() {
      cancel()
      for (const stop of stops) stop()
    },
  }
}
