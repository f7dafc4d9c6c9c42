import { useSyncExternalStore } from 'react'

/** Below the one breakpoint between phone and desktop. */
export const PHONE = '(width < 48rem)'

/** Whether a media query holds now. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
    () => false,
  )
}
