import type { SoundFailure } from '../sound/audio.ts'

/** After this many consecutive tracks have failed, the player stops. */
const FAILURES_IN_A_ROW = 3
/**
 * After this many consecutive tracks were rejected by the server, the player stops: access is denied then, and the next
 * track would be rejected as well.
 */
const REFUSALS_IN_A_ROW = 2

/**
 * What the server answers when it is asked about a file that does not play. `closed`: the file is not found, and the
 * keys of the listener open a part of the archive only. The server does not distinguish closed files from missing ones.
 */
export type LoadOutcome = 'there' | 'gone' | 'closed' | 'refused' | 'unreachable'

/** Whether the listener's access is the reason why a file does not play. */
export const isAccessLost = (outcome: LoadOutcome): outcome is 'closed' | 'refused' =>
  outcome === 'closed' || outcome === 'refused'

interface Circumstances {
  failure: SoundFailure | 'timeout'
  loadOutcome: LoadOutcome
  /** Whether the retries of this track are not used up. */
  mayRetry: boolean
  /** How many consecutive tracks have failed, including this one. */
  failuresInARow: number
}

/**
 * Decides what happens when a track does not play: retry it with a new media ticket in the URL, because a browser
 * cannot distinguish an expired ticket from other rejections; wait for the connection; continue with the next track; or
 * stop.
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
