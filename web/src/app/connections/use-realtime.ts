import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { whenIdle } from '#ui/dom/idle.ts'
import { requestChunk } from '#ui/dom/request-chunk.ts'
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
    let stopLoading: (() => void) | undefined
    const stopWaiting = whenIdle(() => {
      stopLoading = requestChunk(() => import('./realtime.ts'), {
        onLoaded: ({ startRealtime }) => {
          realtime.current = startRealtime(cache, here.current)
        },
      })
    })
    return () => {
      stopWaiting()
      stopLoading?.()
      realtime.current?.stop()
      realtime.current = undefined
    }
  }, [cache])
}
