/*
 * How a browser follows what a room plays, as a state machine: `followingAfter` (following-machine.ts) returns the next
 * state and the effects. Times are milliseconds of a local clock that never goes back; positions are seconds.
 */

/** What the room plays, at the moment of the look. */
export interface Wanted {
  entryId: string
  isPlaying: boolean
  /**
   * Where the room is in the entry. Negative or before `startSeconds` while the start is in the future; beyond the
   * duration when the next entry is due.
   */
  seconds: number
  /** Where the room began, or stands while it is paused. */
  startSeconds: number
  durationSeconds: number
  /** Whether this member may hear the entry, and this browser can play it. */
  isPlayable: boolean
  /** The entry after it; undefined for none. */
  nextId: string | undefined
  /** The entry that the room played before, from which the player may still be playing the last moments. */
  before: { entryId: string; durationSeconds: number } | undefined
}

/** What the player does, at the moment of the look. */
export interface Audible {
  /** The entry whose sound is open; undefined for none. */
  entryId: string | undefined
  is: 'closed' | 'loading' | 'ready' | 'playing' | 'disconnected'
  /** What is audible; undefined while it is not known accurately. */
  seconds: number | undefined
  /** Whether the browser has refused to play without a press. */
  needsPress: boolean
}

export interface Look {
  now: number
  /** Undefined while the room plays nothing, or the server's clock is not known. */
  wanted: Wanted | undefined
  audible: Audible
}

/** What was learned and lasts over all states. */
export interface Memory {
  /** Milliseconds from the call that plays until the sound is where it should be. */
  startLagMs: number
  /** Milliseconds ahead of the room at which a file is opened, so that it is loaded when the room arrives there. */
  leadMs: number
  /** An entry that cannot be played here, though the member may hear it. */
  failedId: string | undefined
}

/** A position at which the sound waits for the room. */
interface Cued {
  entryId: string
  atSeconds: number
}

export type Phase =
  /** The room is paused or plays nothing. `cued`: where the sound waits. */
  | { name: 'resting'; cued: Cued | undefined }
  /** The member may not hear the entry, or it cannot be played here. */
  | { name: 'locked'; entryId: string }
  /** The member has stopped their own sound. */
  | { name: 'stopped' }
  /** The browser plays no sound without a press. */
  | { name: 'waitingForPress' }
  /** The sound is opened or moved, ahead of the room. `isJump`: it was out of step. */
  | { name: 'loading'; cued: Cued; since: number; tries: number; isJump: boolean }
  /** The sound begins at `at`. */
  | { name: 'starting'; cued: Cued; at: number }
  /** The sound plays without a correction. `isFresh`: it has just begun, and its error was not measured yet. */
  | { name: 'inStep'; isFresh: boolean }
  | { name: 'correcting'; until: number; rate: number }
  /** There is no sound for lack of data. */
  | { name: 'buffering' }

export interface FollowingState {
  phase: Phase
  memory: Memory
  /** Seconds by which the sound is ahead of the room; undefined while that is not known. */
  errorSeconds: number | undefined
}

export type FollowingEvent =
  | { type: 'look'; look: Look }
  /** The member has pressed: the sound may begin, also where the browser needs a press for that. */
  | { type: 'pressed'; look: Look }
  /** The member has stopped their own sound. */
  | { type: 'stopped' }

export type FollowingEffect =
  /** Opens this entry silently at a second. Replaces a planned start, as all effects but `rate` do. */
  | { do: 'cue'; entryId: string; seconds: number }
  | { do: 'seek'; seconds: number }
  | { do: 'pause' }
  /** Plays at this local time; at once if it has passed. */
  | { do: 'play'; at: number }
  | { do: 'rate'; rate: number }

export interface Transition {
  state: FollowingState
  effects: readonly FollowingEffect[]
}

export const NOT_FOLLOWING: FollowingState = {
  phase: { name: 'resting', cued: undefined },
  memory: { startLagMs: 20, leadMs: 350, failedId: undefined },
  errorSeconds: undefined,
}
