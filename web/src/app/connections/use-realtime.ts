import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { whenIdle } from '#ui/dom/idle.ts'
import type { Realtime } from './realtime.ts'

/** Opens the realtime connection after the page has rendered, and sends the current page. */
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
      // Without this chunk everything but the chat works; the next load of the page tries again.
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
