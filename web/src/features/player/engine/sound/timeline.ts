import type { Loaded, Sound, SoundEvents } from './audio.ts'

export interface TimelineHandlers {
  events: SoundEvents
  /** This file cannot be played on the timeline; `at` is where the element is. */
  onUnsuitable: (address: string, at: { positionSeconds: number; wasPlaying: boolean }) => void
  /** Like `onUnsuitable`, for the expected file. */
  onNextUnsuitable: (address: string) => void
  /** Whether a file outside of the timeline can follow at once. */
  canBeFollowed: () => boolean
}

/** Plays tracks one after the other on the timeline of one element, without gaps. */
export interface TimelineSound extends Sound {
  /** Whether the opened file can be heard at once. */
  canPlay: () => boolean
  isAtEnd: () => boolean
  /** What is known about the opened file. */
  loaded: () => Loaded
}
