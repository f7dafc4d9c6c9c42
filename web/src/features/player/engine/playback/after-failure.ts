import type { SoundFailure } from '../sound/audio.ts'

/** Most consecutive tracks that may fail before the player stops trying. */
const FAILURES_IN_A_ROW = 3
/** The same for rejected tracks: if access to two tracks was denied, the third will be rejected as well. */
const REFUSALS_IN_A_ROW = 2

/** The server's answer about a file that does not play. */
export type LoadOutcome = 'there' | 'gone' | 'refused' | 'unreachable'

interface Circumstances {
  failure: SoundFailure | 'timeout'
  loadOutcome: LoadOutcome
  /** Whether the track may be requested again at the same position. */
  mayRetry: boolean
  /** Consecutive failed tracks, this one included. */
  failuresInARow: number
}

/**
 * Decides what follows when a track does not play: request it again with a new ticket, because a browser cannot
 * distinguish an expired one from any other rejection; wait for the connection; continue with the next track; or stop.
 */
export function afterFailure({
  failure,
  loadOutcome,
  mayRetry,
  failuresInARow,
}: Circumstances): 'retry' | 'wait' | 'next' | 'stop' {
  if (loadOutcome === 'unreachable') return 'wait'
  const mayBeTicket = failure === 'network' || failure === 'unsupported'
  if (loadOutcome === 'there' && mayBeTicket && mayRetry) return 'retry'
  return failuresInARow < (loadOutcome === 'refused' ? REFUSALS_IN_A_ROW : FAILURES_IN_A_ROW)
    ? 'next'
    : 'stop'
}
