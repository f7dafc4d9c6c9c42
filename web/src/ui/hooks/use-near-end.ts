import { useEffect, useRef, type RefObject } from 'react'

/** The next page is requested when the end of the list is within this distance of the window. */
const AHEAD = '1200px'

/**
 * Calls `onNear` when the end of a list comes near the window, while `isReady` is true. The returned ref belongs on an
 * element at the end of the list. The position is checked again after each page, because a page may be shorter than the
 * distance.
 */
export function useNearEnd(isReady: boolean, onNear: () => void): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = end.current
    if (!element || !isReady) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onNear()
      },
      { rootMargin: `0px 0px ${AHEAD}` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [isReady, onNear])
  return end
}
