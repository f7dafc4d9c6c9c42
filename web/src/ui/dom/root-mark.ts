import { useLayoutEffect, useSyncExternalStore } from 'react'

/** How often each attribute is wanted at present. */
const wanted = new Map<string, number>()
const followers = new Set<() => void>()

function want(name: string, change: 1 | -1): void {
  const count = (wanted.get(name) ?? 0) + change
  wanted.set(name, count)
  document.documentElement.toggleAttribute(name, count > 0)
  for (const changed of followers) changed()
}

/**
 * Gives the root element an attribute that style sheets read. A selector with `:has()` at the root would be compared
 * with the whole document whenever an element comes or goes, which long lists do in every frame of scrolling.
 * @returns a function that takes it away, unless it is wanted elsewhere too
 */
export function markRoot(name: `data-${string}`): () => void {
  want(name, 1)
  let isMarked = true
  return () => {
    if (isMarked) want(name, -1)
    isMarked = false
  }
}

/** While it is on. */
export function useRootMark(name: `data-${string}`, isOn: boolean): void {
  useLayoutEffect(() => (isOn ? markRoot(name) : undefined), [name, isOn])
}

/** Whether the root element has the attribute now. */
export function useIsRootMarked(name: `data-${string}`): boolean {
  return useSyncExternalStore(
    (changed) => {
      followers.add(changed)
      return () => followers.delete(changed)
    },
    () => (wanted.get(name) ?? 0) > 0,
    () => false,
  )
}
