import type { LoadOutcome } from './after-failure.ts'
import type { SoundFailure } from '../sound/audio.ts'
import type { PlayerStatus } from './player-state.ts'
import { NO_RETRIES, type Retries } from './retries.ts'

export type PlaybackFailure = SoundFailure | 'timeout'

/** The shown state while there is no sound: not started, or the buffer is empty. */
type Awaiting = 'loading' | 'buffering'

/** The phases of a track's playback. The file is open in `paused`, `waiting` and `playing` only. */
export type PlaybackPhase =
  /** Stopped, and no file is open: the next play requests it. */
  | { name: 'closed' }
  /** Paused, the file stays open. */
  | { name: 'paused' }
  /** The URL of the file is being requested. */
  | { name: 'requesting' }
  /** The file is open and has no sound yet. */
  | { name: 'waiting'; shown: Awaiting }
  | { name: 'playing' }
  /** The file has failed; the server is being asked for the reason. */
  | { name: 'probing'; shown: Awaiting }
  /** The pause before the next request. */
  | { name: 'retrying'; shown: Awaiting; attempt: Attempt }
  /** The server is unreachable; calls are repeated. */
  | { name: 'reconnecting'; shown: Awaiting }
  /** As `reconnecting`, after the loading timeout: silent, and resumed automatically once the server answers. */
  | { name: 'disconnected' }

export interface PlaybackState {
  phase: PlaybackPhase
  /** Whether `started` was emitted since the last pause or end. */
  hasStarted: boolean
  /** Number of consecutive tracks that failed. */
  failuresInARow: number
  retries: Retries
}

export type PlaybackEvent =
  /** Play the track from its position; `isLoaded`: it was loaded ahead and is open already. */
  | { type: 'start'; isAfterFailure: boolean; isLoaded: boolean }
  | { type: 'resume' }
  | { type: 'seek' }
  | { type: 'pause' }
  /** Stop at the beginning of the track. */
  | { type: 'rest' }
  | { type: 'close' }
  /** The address has arrived. */
  | { type: 'address'; address: string }
  /** The address could not be loaded. */
  | { type: 'noAddress' }
  /** Events of the sound. */
  | { type: 'soundPlaying' }
  | { type: 'soundWaiting' }
  | { type: 'soundPaused' }
  | { type: 'soundEnded' }
  | { type: 'soundFailed'; failure: SoundFailure; positionSeconds: number }
  /** Enough was played since the last failure: the count of failed tracks starts anew. */
  | { type: 'overcome' }
  /** The loading timeout has passed without sound. */
  | { type: 'timeout' }
  /** The server has answered about the file. */
  | { type: 'probed'; failure: PlaybackFailure; loadOutcome: LoadOutcome; positionSeconds: number }
  /** The pause before a retry is over. */
  | { type: 'waited' }
  /** The server answers again. */
  | { type: 'reconnected' }
  /** The server has not answered for so long that music must not resume automatically any more. */
  | { type: 'watchExpired' }
  /** The browser is online again. */
  | { type: 'online' }

/**
 * Why an address is requested: to play a track, again after a failure with a new ticket, or because the browser could
 * not play the file at the last address.
 */
export type Attempt = 'first' | 'again' | 'rejected'

/** The effects of an event, in this order. */
export type PlaybackEffect =
  | { type: 'startTimeout' }
  | { type: 'requestAddress'; attempt: Attempt }
  /** Opens the file and plays it from the current position. */
  | { type: 'open'; address: string }
  | { type: 'play' }
  | { type: 'pauseSound' }
  | { type: 'rewind' }
  | { type: 'closeSound' }
  | { type: 'probe'; failure: PlaybackFailure }
  | { type: 'waitForRetry'; pause: number }
  | { type: 'watchConnection' }
  | { type: 'emit'; event: 'started' | 'paused' | 'ended' }
  /** Always the last effect, like `fail`: the player starts something else then. */
  | { type: 'end' }
  | { type: 'fail'; step: 'next' | 'stop' | 'wait'; loadOutcome: LoadOutcome }

export const CLOSED_PLAYBACK: PlaybackState = {
  phase: { name: 'closed' },
  hasStarted: false,
  failuresInARow: 0,
  retries: NO_RETRIES,
}

/** Whether the current track's file is open, so that playback can continue with it. */
export function isOpen({ name }: PlaybackPhase): boolean {
  return name === 'paused' || name === 'waiting' || name === 'playing'
}

/** The part of a phase that screens display. */
export function statusOf(phase: PlaybackPhase): Exclude<PlayerStatus, 'empty'> {
  if (phase.name === 'playing') return 'playing'
  if (phase.name === 'requesting') return 'loading'
  return 'shown' in phase ? phase.shown : 'paused'
}
