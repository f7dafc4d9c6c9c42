import { useSyncExternalStore } from 'react'
import { BREAKPOINTS } from './breakpoints.ts'

/** The condition of the phone layout. */
export const PHONE = BREAKPOINTS.phone

const lists = new Map<string, MediaQueryList>()

/** The cached MediaQueryList of a query: creating one costs more than reading it, and pages render often. */
function listOf(query: string): MediaQueryList {
  const list = lists.get(query) ?? matchMedia(query)
  lists.set(query, list)
  return list
}

/** Whether a media query matches, as a hook that renders again after a change. */
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
