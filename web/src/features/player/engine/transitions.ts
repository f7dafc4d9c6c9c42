import type { PlayOrder } from '../order/play-order.ts'
import { crossfadeBetween } from './crossfade/crossfade-between.ts'

export interface TransitionCommands {
  /** Seconds in which tracks fade into each other that do not belong to one album in its order. */
  setCrossfade: (seconds: number) => void
  /** Whether nothing follows the track that plays, until it is changed. */
  stopAfterTrack: (stops: boolean) => void
}

/** How the track that plays goes over into the next one. */
export interface Transitions {
  commands: TransitionCommands
  isLast: () => boolean
  /** Seconds; 0: it does not fade. */
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
