/** What the log has to know of the player's announcements. */
interface PlayerEvent {
  type: 'started' | 'listened' | 'paused' | 'ended'
  track: { id: string }
  positionSeconds: number
}

/** A track of which enough was heard to count. */
export interface Listened {
  trackId: string
  startedAt: Date
  /** When it counted. */
  heardAt: Date
  /** Where in the track the listener was when it counted. */
  positionSeconds: number
}

/** Listens to the player and reports each play that counts, with the moment at which it was started. */
export function createPlayLog(
  report: (listened: Listened) => void,
  now: () => Date = () => new Date(),
): (announced: PlayerEvent) => void {
  let play: { trackId: string; startedAt: Date } | undefined
  return ({ type, track, positionSeconds }) => {
    // Going on after a pause starts, too; the play began before it.
    if (play?.trackId !== track.id) play = { trackId: track.id, startedAt: now() }
    if (type === 'listened') report({ ...play, heardAt: now(), positionSeconds })
    if (type === 'ended') play = undefined
  }
}
