import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { guardPage } from './history-guard.ts'

/**
 * While `isDirty`, leaving the page requires a confirmation: by a link, Back, Forward, `leavePage`, or closing the tab.
 * When the tab is closed, the browser shows its own dialog. Otherwise `pending` is a function that performs the
 * navigation; it is undefined while no confirmation is needed.
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
        // For Back, the dialog is not closed first: closing it would remove its own history entry at the same time.
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
