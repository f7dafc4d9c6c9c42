import type { AudioElement } from './audio-element.ts'
import { expectedStartMs, type StartTimes, withStart } from './start-times.ts'

/** How early the next file is started before anything is known of this browser, in milliseconds. */
export const FIRST_LEAD_MS = 15
const MOST_MS = 80
/** A start that takes longer than this, in milliseconds, has another cause, such as missing data. */
const IGNORED_ABOVE_MS = 150
/**
 * Number of readings of the position after a change, before the rate changes. The least delay counts, because readings
 * are late, never early.
 */
const READINGS = 2
/** Events after which the position no longer shows when the file has begun. */
const INTERRUPTIONS = ['seeking', 'waiting', 'pause', 'emptied', 'ended', 'error']

/**
 * How early the next file must be started, so that it is audible when the current one ends. Browsers and devices take
 * between few and about 80 ms to start an element, so this is learned from each change.
 */
export interface ChangeLead {
  /** Milliseconds before the end of a file at which the next one is started. */
  ms: () => number
  /** This element is started now, in place of the previous one. */
  changed: (next: AudioElement) => void
}

export function createChangeLead(): ChangeLead {
  let starts: StartTimes = []
  let stop = () => {}

  return {
    ms: () => Math.min(MOST_MS, Math.max(0, expectedStartMs(starts) ?? FIRST_LEAD_MS)),
    changed(next) {
      stop()
      const startedAt = performance.now()
      const delays: number[] = []
      const events = new AbortController()
      stop = () => events.abort()
      const listen = (name: string, listener: () => void) =>
        next.addEventListener(name, listener, { signal: events.signal })
      const learn = () => {
        stop()
        const startMs = Math.min(...delays)
        if (startMs <= IGNORED_ABOVE_MS) starts = withStart(starts, startMs)
      }
      for (const name of INTERRUPTIONS) listen(name, stop)
      listen('ratechange', learn)
      listen('timeupdate', () => {
        if (next.currentTime <= 0) return
        delays.push(performance.now() - startedAt - (next.currentTime * 1000) / next.playbackRate)
        if (delays.length === READINGS) learn()
      })
    },
  }
}
