import { useEffect, useRef, useState, type RefObject } from 'react'

/** Milliseconds after which lyrics that were scrolled by hand follow the song again. */
const RESUMES_AFTER = 8000
/** The height at which the current line is held, as a share of the visible height. */
const HELD_AT = 0.42
/** Milliseconds. */
const GLIDES_WITHIN = 360
/** Keys that scroll by hand, like the wheel, a finger or the scroll bar. */
const SCROLL_KEYS = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'])

/**
 * Keeps the current line in view while the song plays. Scrolling by hand stops that for a while.
 * @param current changes with the line
 * @param find returns the element of the current line in the scrolling element
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
 * Scrolls at once, and then animates a transform of the list from its previous position. That needs no main thread;
 * smooth scrolling would use it in every frame.
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
