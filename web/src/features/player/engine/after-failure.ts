import type { SoundFailure } from './audio.ts'

/** Tracks that may fail one after the other before the player stops trying. */
const FAILURES_IN_A_ROW = 3
/** The same for refused ones: a listener who may not hear two tracks may not hear the third. */
const REFUSALS_IN_A_ROW = 2

/** What the server says about a file that does not play. */
export type Fate = 'there' | 'gone' | 'refused' | 'unreachable'

interface Circumstances {
  failure: SoundFailure | 'timeout'
  fate: Fate
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
  fate,
  mayRetry,
  failuresInARow,
}: Circumstances): 'retry' | 'wait' | 'next' | 'stop' {
  if (fate === 'unreachable') return 'wait'
  const mayBeTicket = failure === 'network' || failure === 'unsupported'
  if (fate === 'there' && mayBeTicket && mayRetry) return 'retry'
  return failuresInARow < (fate === 'refused' ? REFUSALS_IN_A_ROW : FAILURES_IN_A_ROW) ? 'next' : 'stop'
}
