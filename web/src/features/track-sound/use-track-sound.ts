import type { TrackSound } from '@tonarchiv/contract/track-sound'
import { useEffect, useState } from 'react'
import { loadTrackSound } from './load-track-sound.ts'

/**
 * The sound of a track: undefined while it is loading, null when nothing is known.
 * @param analysed - number of tracks that the server has analysed, null when no analysis is running. Whenever it
 * changes, a track that was not analysed before is loaded again
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
