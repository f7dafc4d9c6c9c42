import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { whenIdle } from '#ui/dom/idle.ts'
import type { Together } from './together.ts'

/** Connects to the others once the page stands, and tells them where its visitor is. */
export function useTogether(path: string): void {
  const cache = useQueryClient()
  const together = useRef<Together>(undefined)
  const here = useRef(path)

  useEffect(() => {
    here.current = path
    together.current?.wentTo(path)
  }, [path])

  useEffect(() => {
    let isGone = false
    const stopWaiting = whenIdle(() => {
      // Without it everything but the chat works; the next load of the page tries again.
      import('./together.ts').then(
        ({ keepTogether }) => {
          if (!isGone) together.current = keepTogether(cache, here.current)
        },
        () => undefined,
      )
    })
    return () => {
      isGone = true
      stopWaiting()
      together.current?.stop()
      together.current = undefined
    }
  }, [cache])
}
