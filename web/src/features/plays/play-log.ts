/** The fields of the player's events that this module uses. */
interface PlayerEvent {
  type: 'started' | 'listened' | 'paused' | 'ended'
  track: { id: string }
  positionSeconds: number
}

/** A play that counts, because the track was listened to for long enough. */
export interface Listened {
  trackId: string
  startedAt: Date
  /** When the play began to count. */
  heardAt: Date
  /** The position in the track when the play began to count. */
  positionSeconds: number
}

/**
 * Handles the player's events. Calls `report` for each play that counts, with the time at which the play has started.
 */
export function createPlayLog(
  report: (listened: Listened) => void,
  now: () => Date = () => new Date(),
): (announced: PlayerEvent) => void {
  let play: { trackId: string; startedAt: Date } | undefined
  return ({ type, track, positionSeconds }) => {
    // Resuming after a pause emits `started` as well, but continues the same play.
    if (play?.trackId !== track.id) play = { trackId: track.id, startedAt: now() }
    if (type === 'listened') report({ ...play, heardAt: now(), positionSeconds })
    if (type === 'ended') play = undefined
  }
}
