import { useEffectEvent, useLayoutEffect } from 'react'
import { percentBuffered, percentPlayed } from '../engine/playback/player-state.ts'
import { visibleState } from '../engine/visible-state.ts'

/** What decides which positions a seek bar shows. */
export interface Moving {
  /** The percentage that a drag previews, in place of the position. */
  dragged: number | undefined
  /** Whether something covers the bar: then it is not updated. */
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
