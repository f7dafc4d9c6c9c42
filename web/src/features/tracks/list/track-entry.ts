import type { Track } from '../track.ts'
import type { TrackKey } from './track-selection.ts'

/** An entry of a list. Features add the fields that their slots render. */
export interface TrackEntry {
  key: TrackKey
  track: Track
}
