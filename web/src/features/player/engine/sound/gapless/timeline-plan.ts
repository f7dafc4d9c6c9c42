/** Seconds ahead of the position that are appended. */
export const AHEAD_SECONDS = 60
/** Seconds behind the position that are kept, and how many more there must be before they are removed. */
const BEHIND_SECONDS = 60
const REMOVED_SECONDS = 30
/** The next track is not waited for any more when fewer seconds of sound than this are left. */
const ENDING_SECONDS = 1

/** What is known about a track on the timeline, in seconds of the timeline. */
export interface PlannedTrack {
  /** Whether the file is opened, so that it can be appended. */
  isOpened: boolean
  appendedUntil: number
  /** Whether all of the track was appended. */
  isComplete: boolean
}

export interface TimelineView {
  position: number
  /** The beginning of the buffered sound; undefined if there is none. */
  bufferedFrom: number | undefined
  /** The current track, and the expected one if there is one. */
  tracks: readonly PlannedTrack[]
  /** How far ahead sound is appended: at most `AHEAD_SECONDS`, less once the browser's buffer was full. */
  aheadSeconds: number
  /** From this second on, the sound belongs to a track that is not expected any more. */
  staleFrom: number | undefined
  /** The browser was notified that nothing follows. */
  isFinished: boolean
}

export type TimelineStep =
  /** Append the next batch of this track. */
  | { type: 'append'; track: number }
  | { type: 'remove'; from: number; until: number }
  /** Notify the browser that nothing follows, so that the sound ends instead of waiting. */
  | { type: 'finish' }

/** The next step; undefined while there is nothing to do. */
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
  // A file that is being opened is waited for, until the sound is nearly over.
  const isAwaited = track !== undefined && last.appendedUntil - position > ENDING_SECONDS
  return isAwaited ? undefined : { type: 'finish' }
}
