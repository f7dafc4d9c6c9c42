import type { ReactNode } from 'react'
import type { Track } from '../track/track.ts'
import type { TrackKey } from './track-selection.ts'

/** A row of a list, with its track. Features add the fields that their slots render. */
export interface TrackEntry {
  key: TrackKey
  track: Track
}

/** A row of a list that contains a heading instead of a track. It has the same height as other rows. */
export interface ListHeading {
  key: TrackKey
  heading: ReactNode
}

export function isHeading(entry: TrackEntry | ListHeading): entry is ListHeading {
  return 'heading' in entry
}
