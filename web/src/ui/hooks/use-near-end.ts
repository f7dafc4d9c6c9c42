import { useEffect, useRef, type RefObject } from 'react'

/** How far before the end of a list more of it is requested. */
const AHEAD = '1200px'

/**
 * Calls as the end of a list comes near the window, `isReady` provided; what it gives stands at the end. A page may be
 * shorter than the distance: when it is there, the end is looked at again.
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
