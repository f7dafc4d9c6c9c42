import { useEffect, useRef, useState } from 'react'
import { getPlayer } from '../engine/player-instance.ts'

type Drag =
  | { phase: 'none' }
  /** `percent` is undefined until the pointer has moved. */
  | { phase: 'dragging'; percent: number | undefined }
  /** Escape was pressed while the pointer is still down. */
  | { phase: 'cancelled' }

const NONE = { phase: 'none' } satisfies Drag

/**
 * State of a drag on the seek bar. The player seeks when the drag ends, unless Escape has cancelled the drag. Keys seek
 * immediately.
 */
export function useSeekDrag() {
  const [drag, setShown] = useState<Drag>(NONE)
  // A ref, because the events of one press may follow each other faster than React renders.
  const now = useRef<Drag>(NONE)
  const setDrag = (next: Drag) => {
    now.current = next
    setShown(next)
  }
  const isDown = drag.phase !== 'none'

  useEffect(() => {
    if (!isDown) return undefined
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // Escape only cancels the drag; it must not also close the large view or a dialog.
      event.preventDefault()
      event.stopPropagation()
      now.current = { phase: 'cancelled' }
      setShown(now.current)
    }
    // Listens on the document, because the pointer may be released outside of the bar.
    const release = () => {
      const { current } = now
      if (current.phase === 'dragging' && current.percent !== undefined)
        getPlayer().seekToPercent(current.percent)
      now.current = NONE
      setShown(NONE)
    }
    document.addEventListener('keydown', cancel, { capture: true })
    document.addEventListener('pointerup', release)
    return () => {
      document.removeEventListener('keydown', cancel, { capture: true })
      document.removeEventListener('pointerup', release)
    }
  }, [isDown])

  return {
    /** The position to which the listener drags, in percent; undefined while there is no drag. */
    dragged: drag.phase === 'dragging' ? drag.percent : undefined,
    begin: () => setDrag({ phase: 'dragging', percent: undefined }),
    end: () => setDrag(NONE),
    change: (percent: number) => {
      if (now.current.phase === 'none') getPlayer().seekToPercent(percent)
      else if (now.current.phase === 'dragging') setDrag({ phase: 'dragging', percent })
    },
    commit: (percent: number) => {
      if (now.current.phase === 'dragging') getPlayer().seekToPercent(percent)
      setDrag(NONE)
    },
  }
}
