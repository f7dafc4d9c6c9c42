import { useSyncExternalStore } from 'react'
import { BREAKPOINTS } from './breakpoints.ts'

/** Whether the layout for phones shows. */
export const PHONE = BREAKPOINTS.phone

const lists = new Map<string, MediaQueryList>()

/** One list for all who ask the same: to make one costs more than to ask it, and pages are drawn often. */
function listOf(query: string): MediaQueryList {
  const list = lists.get(query) ?? matchMedia(query)
  lists.set(query, list)
  return list
}

/** Whether a media query holds now. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = listOf(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => listOf(query).matches,
    () => false,
  )
}
