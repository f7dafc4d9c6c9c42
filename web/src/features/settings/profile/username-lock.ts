import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000

/**
 * The text „Änderung in {h}h {m}m möglich“, with minutes rounded up; undefined when the username may be changed. `now`:
 * milliseconds since 1970. See docs/product.md §3.6.
 */
export function lockHint(changeableAt: string | null, now: number): string | undefined {
  const minutes = changeableAt === null ? 0 : Math.ceil((Date.parse(changeableAt) - now) / MINUTE_MS)
  return minutes > 0 ? `Änderung in ${Math.floor(minutes / 60)}h ${minutes % 60}m möglich` : undefined
}

/** The current text of `lockHint`; it disappears when the username may be changed. */
export function useLockHint(changeableAt: string | null): string | undefined {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (changeableAt === null) return undefined
    const tick = () => setNow(Date.now())
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [changeableAt])
  return lockHint(changeableAt, now)
}
