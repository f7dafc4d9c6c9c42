import { startTransition, useEffect, useState } from 'react'

/**
 * For what may come a moment after the rest of the page: gives `before` until the rest is on screen, then, drawn in
 * steps of a few milliseconds, the value itself. A slow device lays out and answers in between.
 */
export function useDeferredMount<T>(value: T, before: T): T {
  const [shown, setShown] = useState(before)
  useEffect(() => startTransition(() => setShown(() => value)), [value])
  return shown
}
