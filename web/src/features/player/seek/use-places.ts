import { useEffectEvent, useLayoutEffect } from 'react'
import { percentBuffered, percentPlayed } from '../engine/playback/player-state.ts'
import { visibleState } from '../engine/visible-state.ts'

/** What decides which places a seek bar shows. */
export interface Moving {
  /** Percent: the preview of a drag, in place of the position. */
  dragged: number | undefined
  /** Something lies over the bar: it stands still. */
  isCovered: boolean
}

/** Percent. */
interface Places {
  played: number
  buffered: number
}

/**
 * Calls `show` after each rendering and whenever the position or the buffered part changes: several times a second,
 * which is too often to render for it.
 */
export function usePlaces({ dragged, isCovered }: Moving, show: (places: Places) => void): void {
  const update = useEffectEvent(() => {
    const state = visibleState().getState()
    show({ played: dragged ?? percentPlayed(state), buffered: percentBuffered(state) })
  })
  useLayoutEffect(() => update())
  useLayoutEffect(() => (isCovered ? undefined : visibleState().subscribe(() => update())), [isCovered])
}
