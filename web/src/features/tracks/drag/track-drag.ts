import type { MouseEvent, PointerEvent } from 'react'
import { create } from 'zustand'
import { isPlayable, type PlayableTrack, type Track } from '../track/track.ts'

/** Tracks that a mouse drags, and where the pointer is. */
export interface TrackDrag {
  tracks: readonly PlayableTrack[]
  x: number
  y: number
}

/** The drag in progress. While there is one, drop targets handle the `pointerup` events of their elements. */
export const useTrackDrag = create<{ drag: TrackDrag | undefined }>(() => ({ drag: undefined }))

/** Pixels that a mouse moves before its press becomes a drag. See docs/product.md §2.8. */
const DISTANCE = 5

/**
 * Makes a row draggable by mouse; fingers scroll. `tracksOf` is called when the drag begins. Pressing drag handles,
 * links and buttons of the row does not start a drag.
 */
export function trackDragHandlers(tracksOf: () => readonly Track[]) {
  return {
    onPointerDownCapture: (event: PointerEvent) => {
      if (event.pointerType === 'mouse' && event.button === 0 && isFree(event.target)) watch(event, tracksOf)
    },
    // The browser's own drag of images and links would end the events of the pointer.
    onDragStart: (event: MouseEvent) => event.preventDefault(),
  }
}

function isFree(target: EventTarget): boolean {
  if (!(target instanceof Element)) return false
  const control = target.closest('button, a, input, select')
  return control === null || control.matches('[data-track]')
}

function watch({ clientX, clientY }: PointerEvent, tracksOf: () => readonly Track[]): void {
  const done = new AbortController()
  const { signal } = done
  const end = () => {
    done.abort()
    if (useTrackDrag.getState().drag === undefined) return
    useTrackDrag.setState({ drag: undefined })
    document.documentElement.style.removeProperty('user-select')
    suppressClick()
  }
  document.addEventListener(
    'pointermove',
    ({ clientX: x, clientY: y }) => {
      const { drag } = useTrackDrag.getState()
      if (drag === undefined && Math.hypot(x - clientX, y - clientY) < DISTANCE) return
      const tracks = drag?.tracks ?? tracksOf().filter(isPlayable)
      if (tracks.length === 0) return done.abort()
      document.documentElement.style.setProperty('user-select', 'none')
      useTrackDrag.setState({ drag: { tracks, x, y } })
    },
    { signal },
  )
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || useTrackDrag.getState().drag === undefined) return
      event.preventDefault()
      event.stopPropagation()
      end()
    },
    { signal, capture: true },
  )
  // The handlers of drop targets run before this one.
  document.addEventListener('pointerup', end, { signal })
  document.addEventListener('pointercancel', end, { signal })
  globalThis.addEventListener('blur', end, { signal })
}

/** The click after a drag must not press the row. */
function suppressClick(): void {
  const over = new AbortController()
  document.addEventListener('click', (event) => event.stopPropagation(), {
    signal: over.signal,
    capture: true,
  })
  setTimeout(() => over.abort())
}
