import { useEffect, useRef, useState, type RefObject } from 'react'

/** After a manual scroll, the lyrics follow the song again after this many milliseconds. */
const RESUMES_AFTER = 8000
/** The height at which the current line is kept, as a share of the scroll container's visible height. */
const HELD_AT = 0.42
/** Milliseconds. */
const GLIDES_WITHIN = 360
/** Keys that scroll the lyrics, and thereby count as a manual scroll. */
const SCROLL_KEYS = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'])

/**
 * Keeps the current line of the lyrics in view while the song plays. A manual scroll suspends that for `RESUMES_AFTER`.
 * @param current - identifies the current line; the lyrics are scrolled when it changes
 * @param find - returns the element of the current line within the scroll container
 */
export function useFollowing(
  scroller: RefObject<HTMLElement | null>,
  current: number,
  find: (scroller: HTMLElement, current: number) => HTMLElement | null,
) {
  const [isFollowing, setIsFollowing] = useState(true)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isFirst = useRef(true)

  useEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    const stopped = new AbortController()
    const stop = () => {
      setIsFollowing(false)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setIsFollowing(true), RESUMES_AFTER)
    }
    const options = { passive: true, signal: stopped.signal }
    element.addEventListener('wheel', stop, options)
    element.addEventListener('touchmove', stop, options)
    element.addEventListener('keydown', ({ key }) => SCROLL_KEYS.has(key) && stop(), options)
    return () => {
      stopped.abort()
      clearTimeout(timer.current)
    }
  }, [scroller])

  useEffect(() => {
    const element = scroller.current
    const line = element && find(element, current)
    if (!isFollowing || !element || !line) return
    const isCalm = isFirst.current || matchMedia('(prefers-reduced-motion: reduce)').matches
    isFirst.current = false
    holdInView(element, line, isCalm)
  }, [scroller, current, isFollowing, find])

  return {
    isFollowing,
    follow: () => {
      clearTimeout(timer.current)
      setIsFollowing(true)
    },
  }
}

/**
 * Scrolls immediately, and then animates a transform of the list from its previous position. The compositor runs that
 * animation without the main thread, which smooth scrolling would use in every frame.
 */
function holdInView(scroller: HTMLElement, line: HTMLElement, isCalm: boolean): void {
  const list = scroller.firstElementChild
  const before = line.getBoundingClientRect().top
  for (const running of list?.getAnimations() ?? []) running.cancel()
  const { top, height } = line.getBoundingClientRect()
  const frame = scroller.getBoundingClientRect().top
  scroller.scrollTop += top - frame + height / 2 - scroller.clientHeight * HELD_AT
  if (isCalm) return
  const shift = before - line.getBoundingClientRect().top
  list?.animate([{ transform: `translateY(${shift}px)` }, { transform: 'none' }], {
    duration: GLIDES_WITHIN,
    easing: 'cubic-bezier(0.22, 1, 0.36, 1)',
  })
}
