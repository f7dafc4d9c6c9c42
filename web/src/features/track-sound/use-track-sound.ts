import type { TrackSound } from '@tonarchiv/contract/track-sound'
import { useEffect, useState } from 'react'
import { loadTrackSound } from './load-track-sound.ts'

/** The sound of a track: undefined while it loads, null when nothing is known. */
export function useTrackSound(trackId: string | undefined): TrackSound | null | undefined {
  const [loaded, setLoaded] = useState<{ trackId: string; sound: TrackSound | null }>()
  useEffect(() => {
    let isCurrent = true
    if (trackId !== undefined)
      void loadTrackSound(trackId).then((sound) => {
        if (isCurrent) setLoaded({ trackId, sound })
      })
    return () => {
      isCurrent = false
    }
  }, [trackId])
  return loaded?.trackId === trackId ? loaded?.sound : undefined
}
