import { useSyncExternalStore } from 'react'

const neverChanges = () => () => undefined

/** A value that only the browser knows. Pre-rendered documents contain what is shown for `prerendered`. */
export function useAfterHydration<T>(read: () => T, prerendered: T): T {
  return useSyncExternalStore(neverChanges, read, () => prerendered)
}
