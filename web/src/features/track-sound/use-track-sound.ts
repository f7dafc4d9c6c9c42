import type { TrackSound } from '@tonarchiv/contract/track-sound'
import { useEffect, useState } from 'react'
import { loadTrackSound } from './load-track-sound.ts'

/**
 * The analysis of a track's sound; undefined while it is loading, null when there is none.
 * @param analysed - how many tracks the server has analysed, null when no analysis is running. When this number
 * changes, a track that had no analysis is requested again.
 */
export function useTrackSound(
  trackId: string | undefined,
  analysed?: number | null,
): TrackSound | null | undefined {
  const [loaded, setLoaded] = useState<{ trackId: string; sound: TrackSound | null }>()
  useEffect(() => {
    let isCurrent = true
    if (trackId !== undefined)
      void loadTrackSound(trackId, { mayBeMeasured: analysed !== undefined }).then((sound) => {
        if (isCurrent) setLoaded({ trackId, sound })
      })
    return () => {
      isCurrent = false
    }
  }, [trackId, analysed])
  return loaded?.trackId === trackId ? loaded?.sound : undefined
}
