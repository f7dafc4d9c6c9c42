import { createElement, useEffect, useState, type ComponentType } from 'react'
import type { Track } from '#features/tracks/index.ts'
import { whenIdle } from '#ui/dom/idle.ts'
import { showToast } from '#ui/dom/toast.ts'
import { closeLargeView, useLargeView } from './large-view.ts'
import type { LargeViewProps } from './LargeView.tsx'

type LargeView = ComponentType<LargeViewProps>

let loaded: LargeView | undefined

async function load(): Promise<LargeView> {
  const { LargeView } = await import('./LargeView.tsx')
  loaded = LargeView
  return LargeView
}

/** The large view while there is a track; it stays mounted when it is closed, so that it can leave. */
export function LargeViewHost({
  track,
  ...more
}: Omit<LargeViewProps, 'track'> & { track: Track | undefined }) {
  const isOpen = useLargeView((view) => view.isOpen)
  const view = useLoaded(isOpen)
  return track && view ? createElement(view, { track, ...more }) : null
}

/**
 * The component once its code is there, which is loaded when the browser is idle. Opened then, it renders at once:
 * `lazy` would show its fallback first, and React shows what follows a fallback only after a while.
 */
function useLoaded(isWanted: boolean): LargeView | undefined {
  const [view, setView] = useState(() => loaded)
  useEffect(() => {
    if (view) return undefined
    let isOver = false
    const request = async () => {
      try {
        const component = await load()
        if (!isOver) setView(() => component)
      } catch {
        if (isOver || !isWanted) return
        closeLargeView()
        showToast('Die Großansicht konnte nicht geladen werden', { kind: 'error' })
      }
    }
    if (!isWanted) {
      const cancel = whenIdle(() => void request())
      return () => {
        isOver = true
        cancel()
      }
    }
    void request()
    return () => {
      isOver = true
    }
  }, [view, isWanted])
  return view
}
