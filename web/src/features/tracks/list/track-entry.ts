import type { Track } from '../track/track.ts'
import type { TrackKey } from './track-selection.ts'

/** An entry of a list. Features add the fields that their slots render. */
export interface TrackEntry {
  key: TrackKey
  track: Track
}
