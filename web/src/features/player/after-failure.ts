import type { SoundFailure } from './audio.ts'

/** Tracks that may fail one after the other before the player stops trying. */
const FAILURES_IN_A_ROW = 3

interface Circumstances {
  failure: SoundFailure | 'timeout'
  /** The same track was already asked for again. */
  isRetry: boolean
  /** This one included. */
  failuresInARow: number
  isOnline: boolean
}

/**
 * What to do when a track does not play: ask again with a fresh ticket, since an expired one looks like
 * any other refusal; go on with the next track; or stop.
 */
export function afterFailure({
  failure,
  isRetry,
  failuresInARow,
  isOnline,
}: Circumstances): 'ignore' | 'retry' | 'next' | 'stop' {
  if (failure === 'aborted') return 'ignore'
  if ((failure === 'network' || failure === 'unsupported') && !isRetry && isOnline) return 'retry'
  return isOnline && failuresInARow < FAILURES_IN_A_ROW ? 'next' : 'stop'
}
