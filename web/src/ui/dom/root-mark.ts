import { useLayoutEffect, useSyncExternalStore } from 'react'

/** How many callers currently need each attribute. */
const wanted = new Map<string, number>()
const followers = new Set<() => void>()

function want(name: string, change: 1 | -1): void {
  const count = (wanted.get(name) ?? 0) + change
  wanted.set(name, count)
  document.documentElement.toggleAttribute(name, count > 0)
  for (const changed of followers) changed()
}

/**
 * Sets an attribute on the root element, for style sheets. A `:has()` selector at the root would be evaluated whenever
 * an element is added or removed, which long lists do in every frame of scrolling.
 * @returns a function that removes the attribute, unless another caller still needs it
 */
export function markRoot(name: `data-${string}`): () => void {
  want(name, 1)
  let isMarked = true
  return () => {
    if (isMarked) want(name, -1)
    isMarked = false
  }
}

/** Sets the attribute on the root element while `isOn` is true. */
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
