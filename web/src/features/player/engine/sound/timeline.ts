import type { Loaded, Sound, SoundEvents } from './audio.ts'

export interface TimelineHandlers {
  events: SoundEvents
  /**
   * Called when the open file cannot be played on the timeline. `at` is where the element stopped in that file, and
   * whether it was playing.
   */
  onUnsuitable: (address: string, at: { positionSeconds: number; wasPlaying: boolean }) => void
  /** Called when the expected next file cannot be played on the timeline. */
  onNextUnsuitable: (address: string) => void
  /** Whether a file that an audio element has preloaded, outside of the timeline, can follow without a delay. */
  canBeFollowed: () => boolean
}

/**
 * Plays tracks one after the other, without gaps: their sound is appended to one buffer (a SourceBuffer), the timeline.
 */
export interface TimelineSound extends Sound {
  /** Whether the open file has enough data to play now. */
  canPlay: () => boolean
  isAtEnd: () => boolean
  /** The duration of the open file, and up to where it is buffered. */
  loaded: () => Loaded
}
