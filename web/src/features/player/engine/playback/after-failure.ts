import type { SoundFailure } from '../sound/audio.ts'

/** Tracks that may fail one after the other before the player stops trying. */
const FAILURES_IN_A_ROW = 3
/** The same for refused ones: a listener who may not hear two tracks may not hear the third. */
const REFUSALS_IN_A_ROW = 2

/** What the server says about a file that does not play. */
export type LoadOutcome = 'there' | 'gone' | 'refused' | 'unreachable'

interface Circumstances {
  failure: SoundFailure | 'timeout'
  loadOutcome: LoadOutcome
  /** The same position of the track may be requested again. */
  mayRetry: boolean
  /** This one included. */
  failuresInARow: number
}

/**
 * What to do when a track does not play: ask again with a fresh ticket, since an expired one looks like any other
 * refusal to the browser; wait for the line; go on with the next track; or stop.
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
