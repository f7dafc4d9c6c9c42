/** The fields of the player's events that are used here. */
interface PlayerEvent {
  type: 'started' | 'listened' | 'paused' | 'ended'
  track: { id: string }
  positionSeconds: number
}

/** A play that counts. */
export interface Listened {
  trackId: string
  startedAt: Date
  /** When it counted. */
  heardAt: Date
  /** Position in the track when it counted. */
  positionSeconds: number
}

/** Handles the player's events and reports each play that counts, with its start time. */
export function createPlayLog(
  report: (listened: Listened) => void,
  now: () => Date = () => new Date(),
): (announced: PlayerEvent) => void {
  let play: { trackId: string; startedAt: Date } | undefined
  return ({ type, track, positionSeconds }) => {
    // Resuming after a pause emits a start event, too. It belongs to the same play.
    if (play?.trackId !== track.id) play = { trackId: track.id, startedAt: now() }
    if (type === 'listened') report({ ...play, heardAt: now(), positionSeconds })
    if (type === 'ended') play = undefined
  }
}
