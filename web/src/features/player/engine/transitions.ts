import type { PlayOrder } from '../order/play-order.ts'
import { crossfadeBetween } from './crossfade/crossfade-between.ts'

export interface TransitionCommands {
  /** Sets for how many seconds tracks fade into each other. Consecutive tracks of an album do not fade. */
  setCrossfade: (seconds: number) => void
  /** Sets whether playback stops after the current track. */
  stopAfterTrack: (stops: boolean) => void
}

/** Determines how the next track follows the current one. */
export interface Transitions {
  commands: TransitionCommands
  isLast: () => boolean
  /** Seconds of the crossfade from the current track of this order to the next one; 0 for none. */
  crossfadeIn: (order: PlayOrder) => number
}

export function createTransitions(onChanged: () => void): Transitions {
  let isLast = false
  let crossfadeSeconds = 0
  return {
    isLast: () => isLast,
    crossfadeIn: (order) => (isLast ? 0 : crossfadeBetween(order, crossfadeSeconds)),
    commands: {
      setCrossfade(seconds) {
        crossfadeSeconds = seconds
        onChanged()
      },
      stopAfterTrack(stops) {
        if (stops === isLast) return
        isLast = stops
        onChanged()
      },
    },
  }
}
