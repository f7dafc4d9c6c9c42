/*
 * How a browser follows what a room plays, as a state machine: `followingAfter` (following-machine.ts) returns the next
 * state and the effects. A `Look` is one reading of the room and of the player. Times are milliseconds of a local
 * monotonic clock; positions are seconds.
 */

import type { StartTimes } from '#features/player/index.ts'

/** What the room plays at the time of a `Look`. */
export interface Wanted {
  entryId: string
  isPlaying: boolean
  /**
   * The position of the room in the entry. Negative or before `startSeconds` while the start is in the future; beyond
   * the duration when the next entry is due.
   */
  seconds: number
  /** The position at which the room started to play, or at which it is paused. */
  startSeconds: number
  durationSeconds: number
  /** Whether this member may hear the entry, and this browser can play it. */
  isPlayable: boolean
  /** The entry that follows in the room; undefined if there is none. */
  nextId: string | undefined
  /** The entry that the room played before, from which the player may still be playing the last moments. */
  before: { entryId: string; durationSeconds: number } | undefined
}

/** What the player of this tab does at the time of a `Look`. */
export interface Audible {
  /** The entry whose sound is open; undefined for none. */
  entryId: string | undefined
  is: 'closed' | 'loading' | 'ready' | 'playing' | 'disconnected'
  /** The audible position; undefined while it is not known accurately. */
  seconds: number | undefined
  /** Whether the browser has refused to play without a press. */
  needsPress: boolean
}

export interface Look {
  now: number
  /** Undefined while the room plays nothing, or the server's clock is not known. */
  wanted: Wanted | undefined
  audible: Audible
  /** Milliseconds that a request and its answer take; 0 while that is not known. */
  roundTripMs: number
}

/**
 * How a sound starts: at the beginning of playback of a file that was `opened` for it, or of one that was open before, at
 * another position or after a pause (`placed`). A file that was just opened takes much longer to start.
 */
export type Start = 'opened' | 'placed'

/** Values that are learned during playback and kept in all phases. */
export interface Memory {
  /** The latest measured times of each kind of start. */
  startLagsMs: Record<Start, StartTimes>
  /**
   * Milliseconds ahead of the room at which a position is loaded, so that it is there when the room arrives at it. A file
   * that must be opened gets more time.
   */
  leadMs: number
  /**
   * The leads in milliseconds with which the latest positions would just have been loaded in time. Emptied when the lead
   * is changed.
   */
  neededMs: readonly number[]
  /** An entry that the member may hear, but whose playback has failed in this browser. */
  failedId: string | undefined
}

/** A position at which the sound waits for the room. */
interface Cued {
  entryId: string
  atSeconds: number
}

/** A position from which the sound starts when the room arrives there. */
export interface CuedStart extends Cued {
  start: Start
  /** The position at which the room had started when this one was chosen. */
  roomStart: number
}

export type Phase =
  /** The room is paused or plays nothing. `cued`: the position at which the sound is paused. */
  | { name: 'resting'; cued: Cued | undefined }
  /** The member may not hear the entry, or it cannot be played here. */
  | { name: 'locked'; entryId: string }
  /** The member has stopped their own sound. */
  | { name: 'stopped' }
  /** The browser plays no sound without a press. */
  | { name: 'waitingForPress' }
  /** A position ahead of the room is being loaded. `isJump`: because the sound was out of step. */
  | { name: 'loading'; cued: CuedStart; since: number; tries: number; isJump: boolean }
  /** The sound begins at `at`. */
  | { name: 'starting'; cued: CuedStart; at: number }
  /** The sound plays without a correction. `fresh`: how it has just begun, while its error was not measured yet. */
  | { name: 'inStep'; fresh: Start | undefined }
  | { name: 'correcting'; until: number; rate: number }
  /** There is no sound, because data is still loading. */
  | { name: 'buffering' }

export interface FollowingState {
  phase: Phase
  memory: Memory
  /** Seconds by which the sound is ahead of the room; undefined while that is not known. */
  errorSeconds: number | undefined
}

export type FollowingEvent =
  | { type: 'look'; look: Look }
  /** The member wants to hear the room. Sent within a press, so that every browser allows the sound to begin. */
  | { type: 'pressed'; look: Look }
  /** The member has stopped their own sound. */
  | { type: 'stopped' }

export type FollowingEffect =
  /** Opens the entry at this position without playing it. Cancels a planned start, as all effects except `rate` do. */
  | { do: 'cue'; entryId: string; seconds: number }
  | { do: 'seek'; seconds: number }
  | { do: 'pause' }
  /** Plays at this local time; immediately if it has passed. */
  | { do: 'play'; at: number }
  | { do: 'rate'; rate: number }

export interface Transition {
  state: FollowingState
  effects: readonly FollowingEffect[]
}

/** `Memory.leadMs` at first, and its minimum. */
export const LEAD_LEAST = 350

export const NOT_FOLLOWING: FollowingState = {
  phase: { name: 'resting', cued: undefined },
  memory: { startLagsMs: { opened: [], placed: [] }, leadMs: LEAD_LEAST, neededMs: [], failedId: undefined },
  errorSeconds: undefined,
}
