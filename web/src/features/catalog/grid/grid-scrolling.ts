import { useEffect, useLayoutEffect, useRef } from 'react'
import type { ScrollPosition } from './use-scroll-position.ts'
import { ROWS_AHEAD } from './windowed-rows.ts'

/** Albums at the scroll position are loaded when the window has not been scrolled for this many milliseconds. */
const SETTLED = 150
/** Milliseconds until albums whose request has failed are requested again. */
const RETRY_AFTER = 5000
/**
 * If the window is at most this many albums before the first loaded one, the albums in between are loaded page by page.
 */
const NEAR_ALBUMS = 45

/** Restores the scroll position as soon as the page is high enough. Calls `onLeave` when the page is left. */
export function useScrollAnchor(arrival: ScrollPosition | undefined, rowCount: number, onLeave: () => void) {
  const leave = useRef(onLeave)
  const wanted = useRef(arrival?.scrollY)
  useEffect(() => {
    leave.current = onLeave
  })
  useLayoutEffect(() => {
    const notify = () => leave.current()
    // A reload, which does not unmount the component, restores this position as well.
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
    // The router has scrolled to the top. This restores the previous position before the first paint.
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
    // Each added row makes the page longer, until it is long enough for the position.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies, react/exhaustive-deps
  }, [rowCount])
}

/** Events of user input after which automatic scrolling stops. */
const TOUCHED = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

interface EarlierAlbums {
  /** Loads the albums directly before `firstAlbum`. */
  onPrevious: () => void
  /** Loads the albums around an offset that is far before `firstAlbum`. */
  onFar: (offset: number) => void
  /** Index of the first visible row in the grid. */
  first: number
  columns: number
  firstAlbum: number
  /** Whether any albums are being loaded; a request for earlier albums would be ignored then. */
  isLoading: boolean
  /** Whether the last request for earlier albums has failed. */
  hasFailed: boolean
}

/** Loads earlier albums when the visible part of the window comes near their rows. */
export function useEarlierAlbums(list: EarlierAlbums) {
  const { first, columns, firstAlbum, onPrevious, onFar, isLoading, hasFailed } = list
  const missing = firstAlbum - Math.max(0, first - ROWS_AHEAD) * columns
  useEffect(() => {
    if (missing <= 0 || isLoading) return undefined
    const timer = setTimeout(
      () => {
        if (missing <= NEAR_ALBUMS) onPrevious()
        else onFar(first * columns)
      },
      hasFailed ? RETRY_AFTER : SETTLED,
    )
    return () => clearTimeout(timer)
  }, [missing, first, columns, onPrevious, onFar, isLoading, hasFailed])
}

/** Scrolls the requested album to the top as soon as it is loaded, and again while albums below it are being loaded. */
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
    // If only few albums follow it, the document may not be high enough to scroll the album to the top. Then the window
    // scrolls again when more albums are loaded.
    if (firstAlbum + count - offset > NEAR_ALBUMS) pending.current = undefined
    // Only when the list or the goal changes, not on every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [goal, firstAlbum, count, columns])
}

/** Scrolls the row of an opened album so far that the bars at the top of the window do not cover it. */
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
