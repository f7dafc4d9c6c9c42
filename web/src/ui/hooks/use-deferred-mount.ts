import { startTransition, useEffect, useState } from 'react'

/**
 * For parts that may be mounted after the rest of the page. Returns `before` until the rest is on screen, then `value`.
 * That render runs in steps of a few milliseconds, so that a slow device responds in between.
 */
export function useDeferredMount<T>(value: T, before: T): T {
  const [shown, setShown] = useState(before)
  useEffect(() => startTransition(() => setShown(() => value)), [value])
  return shown
}
