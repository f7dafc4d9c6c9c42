import { useEffect, useRef, type RefObject } from 'react'

/** Distance from the end of a list at which the next page is requested. */
const AHEAD = '1200px'

/**
 * Calls `onNear` when the end of a list comes near the window, if `isReady`; the returned ref belongs to an
 * element at the end. A page may be shorter than the distance: the position is checked again when it has
 * loaded.
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
