import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { guardPage } from './history-guard.ts'

/**
 * While `isDirty`, a press on a link, Back, Forward, `leavePage` and closing the page require a confirmation. The browser
 * itself asks before it closes the page; for the others `pending` leaves the page as was requested. It is undefined while no
 * request waits.
 */
export function useLeaveGuard(isDirty: boolean, navigate: (path: string) => void) {
  const [pending, setPending] = useState<() => void>()
  const isLeaving = useRef(false)
  const askFor = useEffectEvent((path: string) =>
    setPending(() => () => {
      isLeaving.current = true
      setPending(undefined)
      navigate(path)
    }),
  )

  useEffect(() => {
    if (!isDirty) return undefined
    const done = new AbortController()
    const { signal } = done

    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      const isPlain =
        event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
      if (!link || !isPlain || isLeaving.current || (link.target !== '' && link.target !== '_self')) return
      const { origin, pathname, search, hash } = new URL(link.href, location.href)
      if (origin !== location.origin || pathname === location.pathname) return
      event.preventDefault()
      event.stopPropagation()
      askFor(`${pathname}${search}${hash}`)
    }
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!isLeaving.current) event.preventDefault()
    }
    document.addEventListener('click', onClick, { capture: true, signal })
    globalThis.addEventListener('beforeunload', onUnload, { signal })
    const stopGuarding = guardPage((departure) => {
      if (departure.kind === 'forward') return askFor(departure.path)
      setPending(() => () => {
        isLeaving.current = true
        stopGuarding()
        if (departure.kind === 'act') setPending(undefined)
        // The question stays open: closing it would take its own entry back at the same time.
        departure.go()
      })
      return undefined
    })
    return () => {
      done.abort()
      stopGuarding()
    }
  }, [isDirty])

  return { pending, stay: () => setPending(undefined) }
}
