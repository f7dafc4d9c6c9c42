import type { LoadOutcome } from './after-failure.ts'
import type { SoundFailure } from '../sound/audio.ts'
import type { PlayerStatus } from './player-state.ts'
import { NO_RETRIES, type Retries } from './retries.ts'

export type PlaybackFailure = SoundFailure | 'timeout'

/**
 * What is displayed while there is no sound: `loading` if the track has not played yet, `buffering` if its buffer
 * became empty.
 */
type Awaiting = 'loading' | 'buffering'

/** The phases of a track's playback. The file is open in `paused`, `waiting` and `playing` only. */
export type PlaybackPhase =
  /** Stopped without an open file; playing again requests the file. */
  | { name: 'closed' }
  /** Paused; the file stays open. */
  | { name: 'paused' }
  /** The URL of the file is being requested. */
  | { name: 'requesting' }
  /** The URL of the file is being requested; the file will be opened, but not played. */
  | { name: 'cueing' }
  /** The file is open, but has not enough data to play yet. */
  | { name: 'waiting'; shown: Awaiting }
  | { name: 'playing' }
  /** The file has failed, and the server is asked for the reason. */
  | { name: 'probing'; shown: Awaiting }
  /** Waits until the file is requested again. */
  | { name: 'retrying'; shown: Awaiting; attempt: Attempt }
  /** The server cannot be reached; requests are repeated until it answers. */
  | { name: 'reconnecting'; shown: Awaiting }
  /**
   * Like `reconnecting`, after the loading timeout: the player appears paused, and resumes by itself when the server
   * answers.
   */
  | { name: 'disconnected' }

export interface PlaybackState {
  phase: PlaybackPhase
  /** Whether `started` was emitted since the last pause or end of the track. */
  hasStarted: boolean
  /** Number of consecutive tracks that failed. */
  failuresInARow: number
  retries: Retries
}

export type PlaybackEvent =
  /** Play the current track from its position. `isLoaded`: its file was preloaded and is open already. */
  | { type: 'start'; isAfterFailure: boolean; isLoaded: boolean }
  /**
   * Open the current track at its position without playing it. `isLoaded`: its file was preloaded and is open already.
   */
  | { type: 'cue'; isLoaded: boolean }
  | { type: 'resume' }
  | { type: 'seek' }
  | { type: 'pause' }
  /** Stop at the beginning of the track. */
  | { type: 'rest' }
  | { type: 'close' }
  /** The URL of the file was received. */
  | { type: 'address'; address: string }
  /** The URL of the file could not be requested. */
  | { type: 'noAddress' }
  /** The audio elements have reported an event. */
  | { type: 'soundPlaying' }
  | { type: 'soundWaiting' }
  | { type: 'soundPaused' }
  | { type: 'soundEnded' }
  | { type: 'soundFailed'; failure: SoundFailure; positionSeconds: number }
  /** The track has played well beyond its last failure, so the number of consecutive failed tracks is reset. */
  | { type: 'overcome' }
  /** There was no sound within the loading timeout. */
  | { type: 'timeout' }
  /** The server has answered the question why the file failed. */
  | { type: 'probed'; failure: PlaybackFailure; loadOutcome: LoadOutcome; positionSeconds: number }
  /** The server does not give the file to the listener any more. */
  | { type: 'accessLost'; loadOutcome: 'closed' | 'refused' }
  /** The time before a retry has passed. */
  | { type: 'waited' }
  /** The server answers again. */
  | { type: 'reconnected' }
  /** The server has not answered for so long that music must not resume by itself any more. */
  | { type: 'watchExpired' }
  /** The browser is online again. */
  | { type: 'online' }

/**
 * Why a URL is requested: `first`, to play the track; `again`, to retry with a new media ticket in the URL; `rejected`,
 * because the browser could not play the file at the last URL.
 */
export type Attempt = 'first' | 'again' | 'rejected'

/** The effects of an event. They are run in the order in which they are returned. */
export type PlaybackEffect =
  | { type: 'startTimeout' }
  | { type: 'requestAddress'; attempt: Attempt }
  /** Opens the file and plays it from the current position. */
  | { type: 'open'; address: string }
  /** Opens the file at the current position without playing it. */
  | { type: 'load'; address: string }
  | { type: 'play' }
  | { type: 'pauseSound' }
  | { type: 'rewind' }
  | { type: 'closeSound' }
  | { type: 'probe'; failure: PlaybackFailure }
  | { type: 'waitForRetry'; pause: number }
  | { type: 'watchConnection' }
  | { type: 'emit'; event: 'started' | 'paused' | 'ended' }
  /** `end` and `fail` are always the last effect, because the player may start another track then. */
  | { type: 'end' }
  | { type: 'fail'; step: 'next' | 'stop' | 'wait'; loadOutcome: LoadOutcome }

export const CLOSED_PLAYBACK: PlaybackState = {
  phase: { name: 'closed' },
  hasStarted: false,
  failuresInARow: 0,
  retries: NO_RETRIES,
}

/** Whether a file is open in this phase, so that playback can continue with it. */
export function isOpen({ name }: PlaybackPhase): boolean {
  return name === 'paused' || name === 'waiting' || name === 'playing'
}

/** The status that screens display for a phase. */
export function statusOf(phase: PlaybackPhase): Exclude<PlayerStatus, 'empty'> {
  if (phase.name === 'playing') return 'playing'
  if (phase.name === 'requesting') return 'loading'
  return 'shown' in phase ? phase.shown : 'paused'
}
