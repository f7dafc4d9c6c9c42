import type { Album } from '@tonarchiv/contract/catalog'
import { useEffect, useMemo, useRef } from 'react'
import { getPlayer, isSounding, playAlbum } from '#features/player/index.ts'
import { createPositionClock } from './position-clock.ts'

export type TrackPlayback = ReturnType<typeof useTrackPlayback>

/** Controls the playback of the edited track, which need not be the current track of the player. */
export function useTrackPlayback(album: Album, trackId: string) {
  const clock = useRef<ReturnType<typeof createPositionClock>>(undefined)
  useEffect(() => {
    const started = createPositionClock(getPlayer().state)
    clock.current = started
    return started.stop
  }, [])
  return useMemo(() => {
    const state = () => getPlayer().state.getState()
    const isCurrent = () => state().track?.id === trackId
    const seconds = () => (isCurrent() ? (clock.current?.seconds() ?? state().positionSeconds) : 0)
    const toggle = () => playAlbum(album, trackId)
    return {
      isCurrent,
      seconds,
      toggle,
      seek(to: number) {
        if (isCurrent()) getPlayer().seekToSeconds(Math.max(0, to))
      },
      playFrom(from: number) {
        if (!isCurrent() || !isSounding(state().status)) toggle()
        if (isCurrent()) getPlayer().seekToSeconds(Math.max(0, from))
      },
    }
  }, [album, trackId])
}
