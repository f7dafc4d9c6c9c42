import type { Loaded, Sound, SoundEvents } from './audio.ts'

export interface TimelineHandlers {
  events: SoundEvents
  /** This file cannot be played this way. What plays has come to this second. */
  onUnsuitable: (address: string, at: { positionSeconds: number; wasPlaying: boolean }) => void
  /** The same for the expected file. */
  onNextUnsuitable: (address: string) => void
  /** Something outside of the timeline can follow at once. */
  canBeFollowed: () => boolean
}

/** Plays tracks behind one another on the timeline of one element, without gaps. */
export interface TimelineSound extends Sound {
  /** Whether the opened file can be heard at once. */
  canPlay: () => boolean
  isAtEnd: () => boolean
  /** What is known of the opened file. */
  loaded: () => Loaded
}
