/** Seconds ahead of the position that are appended. */
export const AHEAD_SECONDS = 60
/** Seconds behind the position that are kept, and more until they are removed at once. */
const BEHIND_SECONDS = 60
const REMOVED_SECONDS = 30
/** Seconds before the end of all sound after which nothing is waited for any more. */
const ENDING_SECONDS = 1

/** What is known of a track on the timeline, in the timeline's seconds. */
export interface PlannedTrack {
  /** Its file is opened, and can be appended. */
  isOpened: boolean
  appendedUntil: number
  /** All of it was appended. */
  isComplete: boolean
}

export interface TimelineView {
  position: number
  /** The beginning of what is buffered; undefined when nothing is. */
  bufferedFrom: number | undefined
  /** The one that plays and the expected one, if there is one. */
  tracks: readonly PlannedTrack[]
  /** How far ahead the browser takes sound: at most `AHEAD_SECONDS`, less once it has refused some. */
  aheadSeconds: number
  /** From here on the sound belongs to a track that is not expected any more. */
  staleFrom: number | undefined
  /** The browser knows that nothing follows. */
  isFinished: boolean
}

export type TimelineStep =
  /** Append the next batch of this track. */
  | { type: 'append'; track: number }
  | { type: 'remove'; from: number; until: number }
  /** State that nothing follows, so that the sound ends instead of waiting. */
  | { type: 'finish' }

/** What has to be done next; undefined while there is nothing to do. */
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
  // A file that is being opened may follow, but not for ever.
  const isAwaited = track !== undefined && last.appendedUntil - position > ENDING_SECONDS
  return isAwaited ? undefined : { type: 'finish' }
}
