import type { ReactNode } from 'react'
import type { Track } from '../track/track.ts'
import type { TrackKey } from './track-selection.ts'

/** An entry of a list. Features add the fields that their slots render. */
export interface TrackEntry {
  key: TrackKey
  track: Track
}

/** A row without a track between the entries; it has the height of a row. */
export interface ListHeading {
  key: TrackKey
  heading: ReactNode
}

export function isHeading(entry: TrackEntry | ListHeading): entry is ListHeading {
  return 'heading' in entry
}
