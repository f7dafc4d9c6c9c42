import { useEffect, useLayoutEffect, useRef } from 'react'
import type { ScrollPosition } from './use-scroll-position.ts'
import { ROWS_AHEAD } from './windowed-rows.ts'

/** As long as this the window has to stand somewhere before the albums there are read, milliseconds. */
const SETTLED = 150
/** So many albums before the first one are read page by page. */
const NEAR_ALBUMS = 45

/** Restores the scroll position as soon as the page is high enough, and reports the position on leaving. */
export function useScrollAnchor(arrival: ScrollPosition | undefined, rowCount: number, onLeave: () => void) {
  const leave = useRef(onLeave)
  const wanted = useRef(arrival?.scrollY)
  useEffect(() => {
    leave.current = onLeave
  })
  useLayoutEffect(() => {
    const notify = () => leave.current()
    // A reload, too, comes back to this place.
    globalThis.addEventListener('pagehide', notify)
    return () => {
      globalThis.removeEventListener('pagehide', notify)
      leave.current()
    }
  }, [])
  useLayoutEffect(() => {
    if (wanted.current === undefined) return undefined
    const top = wanted.current
    const goBack = () => window.scrollTo({ top, behavior: 'instant' })
    goBack()
    // A new page begins at its top; this one goes on where it was left, before anything is painted.
    const frame = requestAnimationFrame(() => {
      goBack()
      if (Math.abs(window.scrollY - top) < 2) wanted.current = undefined
    })
    const giveUp = () => {
      wanted.current = undefined
    }
    for (const name of TOUCHED) window.addEventListener(name, giveUp, { once: true, passive: true })
    return () => {
      cancelAnimationFrame(frame)
      for (const name of TOUCHED) window.removeEventListener(name, giveUp)
    }
    // With every row that comes the page is longer.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies, react/exhaustive-deps
  }, [rowCount])
}

/** What a visitor does who no longer waits to be brought somewhere. */
const TOUCHED = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

interface EarlierAlbums {
  /** Requests the albums just before `firstAlbum`. */
  onPrevious: () => void
  /** Requests the albums around a place far before it. */
  onFar: (offset: number) => void
  /** The first row that shows. */
  first: number
  columns: number
  firstAlbum: number
}

/** Requests the albums before the first one when the window comes near their places. */
export function useEarlierAlbums({ first, columns, firstAlbum, onPrevious, onFar }: EarlierAlbums) {
  const missing = firstAlbum - Math.max(0, first - ROWS_AHEAD) * columns
  useEffect(() => {
    if (missing <= 0) return undefined
    const timer = setTimeout(() => {
      if (missing <= NEAR_ALBUMS) onPrevious()
      else onFar(first * columns)
    }, SETTLED)
    return () => clearTimeout(timer)
  }, [missing, first, columns, onPrevious, onFar])
}

/** Brings the album at the wanted place to the top once it is there, and again while albums below it come. */
export function useGoal(
  goal: { offset: number } | undefined,
  { columns, firstAlbum, count }: { columns: number; firstAlbum: number; count: number },
  scrollTo: (row: number) => void,
) {
  const pending = useRef<typeof goal>(undefined)
  const known = useRef(goal)
  useEffect(() => {
    if (known.current === goal) return undefined
    known.current = goal
    pending.current = goal
    const giveUp = () => {
      pending.current = undefined
    }
    for (const name of TOUCHED) window.addEventListener(name, giveUp, { once: true, passive: true })
    return () => {
      for (const name of TOUCHED) window.removeEventListener(name, giveUp)
    }
  }, [goal])
  useEffect(() => {
    const offset = pending.current?.offset
    if (offset === undefined || offset < firstAlbum || offset >= firstAlbum + count) return
    scrollTo(Math.floor(offset / columns))
    // The window may end before so many rows follow: it is brought again when they do.
    if (firstAlbum + count - offset > NEAR_ALBUMS) pending.current = undefined
    // Whenever what is there changes, and not with every drawing.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [goal, firstAlbum, count, columns])
}

/** Brings an album's row below what covers the top of the window when the album is opened. */
export function useOpenedInView(
  openTitle: string | undefined,
  openRow: number,
  alreadyScrolled: string | undefined,
  scrollTo: (row: number) => void,
) {
  const scrolledTo = useRef(alreadyScrolled)
  useEffect(() => {
    if (openTitle === undefined) scrolledTo.current = undefined
    if (openTitle === undefined || openRow < 0 || scrolledTo.current === openTitle) return
    scrolledTo.current = openTitle
    scrollTo(openRow)
  })
}
