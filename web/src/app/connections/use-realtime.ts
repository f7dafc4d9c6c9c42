import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { whenIdle } from '#ui/dom/idle.ts'
import type { Realtime } from './realtime.ts'

/** Opens the realtime connection after the page has rendered, and reports the current page to the server. */
export function useRealtime(path: string): void {
  const cache = useQueryClient()
  const realtime = useRef<Realtime>(undefined)
  const here = useRef(path)

  useEffect(() => {
    here.current = path
    realtime.current?.wentTo(path)
  }, [path])

  useEffect(() => {
    let isGone = false
    const stopWaiting = whenIdle(() => {
      // If this chunk cannot be loaded, everything except the chat works; it is requested again at the next load of the
      // page.
      import('./realtime.ts').then(
        ({ startRealtime }) => {
          if (!isGone) realtime.current = startRealtime(cache, here.current)
        },
        () => undefined,
      )
    })
    return () => {
      isGone = true
      stopWaiting()
      realtime.current?.stop()
      realtime.current = undefined
    }
  }, [cache])
}
