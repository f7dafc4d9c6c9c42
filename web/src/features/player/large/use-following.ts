import { useEffect, useRef, useState, type RefObject } from 'react'

/** Milliseconds after which lyrics that were scrolled by hand follow the song again. */
const RESUMES_AFTER = 8000
/** Where the current line stands, as a share of the visible height. */
const HELD_AT = 0.42
/** What scrolls by hand: the keys that scroll, the wheel, a finger, the scroll bar. */
const SCROLL_KEYS = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'])

/**
 * Holds the current line in view while the song goes on. Scrolling by hand stops that for a while.
 * @param current changes with the line
 * @param find the element of the current line in the scrolling element
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
    const { top, height } = line.getBoundingClientRect()
    const within = top - element.getBoundingClientRect().top + element.scrollTop
    const isCalm = isFirst.current || matchMedia('(prefers-reduced-motion: reduce)').matches
    isFirst.current = false
    element.scrollTo({
      top: within + height / 2 - element.clientHeight * HELD_AT,
      behavior: isCalm ? 'instant' : 'smooth',
    })
  }, [scroller, current, isFollowing, find])

  return {
    isFollowing,
    follow: () => {
      clearTimeout(timer.current)
      setIsFollowing(true)
    },
  }
}
