import type { Track } from '../track.ts'
import type { TrackKey } from './track-selection.ts'

/** A row of a list. Features add what their slots show. */
export interface TrackEntry {
  key: TrackKey
  track: Track
}
