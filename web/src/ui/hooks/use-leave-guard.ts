import { useEffect, useRef, useState } from 'react'

/**
 * While `isDirty`, a press on a link and closing the page do not leave it unasked; Back and Forward do, because overlays
 * have entries in the history too. `pending` leaves the
 * page as was requested; it is undefined while nothing was.
 */
export function useLeaveGuard(isDirty: boolean, navigate: (path: string) => void) {
  const [pending, setPending] = useState<() => void>()
  const isLeaving = useRef(false)

  useEffect(() => {
    if (!isDirty) return undefined
    const done = new AbortController()
    const { signal } = done
    const here = location.href
    const leave = (go: () => void) =>
      setPending(() => () => {
        isLeaving.current = true
        setPending(undefined)
        go()
      })

    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      const isPlain =
        event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
      if (!link || !isPlain || isLeaving.current || (link.target !== '' && link.target !== '_self')) return
      const { origin, pathname, search, hash } = new URL(link.href, here)
      if (origin !== location.origin || pathname === location.pathname) return
      event.preventDefault()
      event.stopPropagation()
      leave(() => navigate(`${pathname}${search}${hash}`))
    }
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!isLeaving.current) event.preventDefault()
    }
    document.addEventListener('click', onClick, { capture: true, signal })
    globalThis.addEventListener('beforeunload', onUnload, { signal })
    return () => done.abort()
  }, [isDirty, navigate])

  return { pending, stay: () => setPending(undefined) }
}
