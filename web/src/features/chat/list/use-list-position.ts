import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import type { Row } from '../messages/rows.ts'

/**
 * The initial positioning ends when nothing has moved for CALM_FRAMES frames, and after START_FRAMES frames at the
 * latest.
 */
const CALM_FRAMES = 20
const START_FRAMES = 120
/** Maximum number of frames in which the first unread message is searched. */
const SEARCH_FRAMES = 600

/** Starts at the end, or at the first unread message if that is above the visible part. */
export function useStartPosition(
  rows: readonly Row[],
  isStartKnown: boolean,
  list: { isAtEnd: () => boolean; toEnd: () => void; toRow: (index: number) => void },
) {
  const unread = rows.findIndex(({ kind }) => kind === 'unread')
  /** Scrolls to the end again after rows that became visible were measured. */
  const stay = useEffectEvent((): boolean => {
    const isCalm = list.isAtEnd()
    if (!isCalm) list.toEnd()
    return isCalm
  })
  const begun = useEffectEvent(() => {
    if (unread >= 0 && !document.querySelector('[data-unread]')) list.toRow(unread)
  })
  const isSearching = useEffectEvent(() => !isStartKnown)
  useEffect(() => {
    const reading = new AbortController()
    let frames = 0
    let searched = 0
    let calm = 0
    let timer = requestAnimationFrame(function look() {
      const isCalm = stay()
      if (isSearching() && searched < SEARCH_FRAMES) {
        searched += 1
        timer = requestAnimationFrame(look)
        return
      }
      frames += 1
      calm = isCalm ? calm + 1 : 0
      if (calm >= CALM_FRAMES || frames >= START_FRAMES) begun()
      else timer = requestAnimationFrame(look)
    })
    // The position is not held while the member scrolls.
    for (const name of ['wheel', 'touchmove', 'keydown', 'pointerdown']) {
      document.addEventListener(name, () => cancelAnimationFrame(timer), {
        signal: reading.signal,
        passive: true,
      })
    }
    return () => {
      reading.abort()
      cancelAnimationFrame(timer)
    }
  }, [])
}

/**
 * Keeps the end visible when the list shrinks, through a second line in the composer or an on-screen
 * keyboard.
 */
export function useStickToEnd(
  scroller: RefObject<HTMLElement | null>,
  { isAtEnd, hasMark, toEnd }: { isAtEnd: boolean; hasMark: boolean; toEnd: () => void },
) {
  const keep = useEffectEvent(() => {
    if (isAtEnd) toEnd()
  })
  useEffect(() => {
    if (!scroller.current) return undefined
    const resizing = new ResizeObserver(() => keep())
    resizing.observe(scroller.current)
    return () => resizing.disconnect()
  }, [scroller])
  // The read mark may be loaded after the messages.
  useEffect(() => {
    if (hasMark) keep()
  }, [hasMark])
}

/** Scrolls to the member's own new message, from any position. */
export function useOwnInView(rows: readonly Row[], goToEnd: () => void) {
  const last = rows.at(-1)
  const key = last?.kind === 'outgoing' ? last.key : undefined
  const go = useRef(goToEnd)
  useEffect(() => {
    go.current = goToEnd
  })
  useEffect(() => {
    if (key !== undefined) go.current()
  }, [key])
}
