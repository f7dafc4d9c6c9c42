/** Seconds of sound ahead of the current position that are appended. */
export const AHEAD_SECONDS = 60
/**
 * Sound up to `BEHIND_SECONDS` behind the position is kept. Older sound is removed once it is longer than
 * `REMOVED_SECONDS`.
 */
const BEHIND_SECONDS = 60
const REMOVED_SECONDS = 30
/** When fewer seconds of sound than this are left, a next track that is still opening is not waited for any more. */
const ENDING_SECONDS = 1

/** What is known about a track of the timeline. Times are seconds of the timeline. */
export interface PlannedTrack {
  /** Whether the track's file is open and may be read now. */
  isOpened: boolean
  appendedUntil: number
  /** Whether all sound of the track was appended. */
  isComplete: boolean
}

export interface TimelineView {
  position: number
  /** Where the buffered sound begins, in seconds of the timeline; undefined if nothing is buffered. */
  bufferedFrom: number | undefined
  /** The current track, then the expected next one if there is one. */
  tracks: readonly PlannedTrack[]
  /**
   * How many seconds ahead of the position are appended: `AHEAD_SECONDS`, or less after the browser's buffer was full.
   */
  aheadSeconds: number
  /**
   * From this second of the timeline on, the sound belongs to a track that is not expected any more; undefined if there
   * is none.
   */
  staleFrom: number | undefined
  /** Whether the timeline has declared that nothing follows the appended sound. */
  isFinished: boolean
}

export type TimelineStep =
  /** Append the next batch of this track; `track` is its index in `TimelineView.tracks`. */
  | { type: 'append'; track: number }
  | { type: 'remove'; from: number; until: number }
  /** Declare that nothing follows, so that the element ends at the end of the sound instead of waiting for data. */
  | { type: 'finish' }

/** The step that is due now; undefined while no step is due. */
export function nextStep(view: TimelineView): TimelineStep | undefined {
  const { position, bufferedFrom, tracks, aheadSeconds, staleFrom, isFinished } = view
  if (staleFrom !== undefined) return { type: 'remove', from: staleFrom, until: Infinity }
  if (bufferedFrom !== undefined && position - bufferedFrom > BEHIND_SECONDS + REMOVED_SECONDS)
    return { type: 'remove', from: 0, until: position - BEHIND_SECONDS }
  const index = tracks.findIndex(({ isComplete }) => !isComplete)
  const track = tracks[index]
  if (track?.isOpened === true)
    return track.appendedUntil - position < aheadSeconds ? { type: 'append', track: index } : undefined
  const last = tracks[(index === -1 ? tracks.length : index) - 1]
  if (!last || isFinished) return undefined
  // A next track whose file is still opening is waited for until the sound is nearly over.
  const isAwaited = track !== undefined && last.appendedUntil - position > ENDING_SECONDS
  return isAwaited ? undefined : { type: 'finish' }
}
