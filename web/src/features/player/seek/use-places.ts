import { useEffectEvent, useLayoutEffect } from 'react'
import { percentBuffered, percentPlayed } from '../engine/playback/player-state.ts'
import { visibleState } from '../engine/visible-state.ts'

/** What determines which position a seek bar shows. */
export interface Moving {
  /**
   * The position in percent to which the listener drags; it is shown instead of the player's position. Undefined
   * without a drag.
   */
  dragged: number | undefined
  /** Whether another element covers the bar, which is not updated then. */
  isCovered: boolean
}

/** Percent. */
interface Places {
  played: number
  buffered: number
}

/**
 * Calls `show` after each rendering, and whenever the position or the buffered part changes. That happens several times
 * a second, which is too often to render the component.
 */
export function usePlaces({ dragged, isCovered }: Moving, show: (places: Places) => void): void {
  const update = useEffectEvent(() => {
    const state = visibleState().getState()
    show({ played: dragged ?? percentPlayed(state), buffered: percentBuffered(state) })
  })
  useLayoutEffect(() => update())
  useLayoutEffect(() => (isCovered ? undefined : visibleState().subscribe(() => update())), [isCovered])
}
