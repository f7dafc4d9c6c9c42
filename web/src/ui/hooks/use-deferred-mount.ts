import { startTransition, useEffect, useState } from 'react'

/**
 * Returns `before` until the page has been painted, and then `value`; for content that may be mounted after the rest of
 * the page. That later render runs in steps of a few milliseconds, so that a slow device responds in between.
 */
export function useDeferredMount<T>(value: T, before: T): T {
  const [shown, setShown] = useState(before)
  useEffect(() => startTransition(() => setShown(() => value)), [value])
  return shown
}
