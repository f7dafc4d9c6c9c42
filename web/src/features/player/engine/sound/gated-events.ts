import type { SoundEvents } from './audio.ts'

/** Returns handlers that forward the events to `events` only while `isHeard` returns true. */
export function gatedEvents(events: SoundEvents, isHeard: () => boolean): SoundEvents {
  const gated =
    <T extends unknown[]>(handler: (...values: T) => void) =>
    (...values: T) => {
      if (isHeard()) handler(...values)
    }
  return {
    onTime: gated(events.onTime),
    onLength: gated(events.onLength),
    onBuffered: gated(events.onBuffered),
    onPlaying: gated(events.onPlaying),
    onWaiting: gated(events.onWaiting),
    onPaused: gated(events.onPaused),
    onRejected: gated(events.onRejected),
    onJump: gated(events.onJump),
    onNearlyEnded: gated(events.onNearlyEnded),
    onEnded: gated(events.onEnded),
    onFailure: gated(events.onFailure),
  }
}
