import type { MouseEvent, PointerEvent } from 'react'
import { create } from 'zustand'
import { isPlayable, type PlayableTrack, type Track } from '../track/track.ts'

/** The tracks that are dragged by mouse, and the position of the pointer in the window. */
export interface TrackDrag {
  tracks: readonly PlayableTrack[]
  x: number
  y: number
}

/** The drag in progress. During a drag, drop targets handle the `pointerup` events of their own elements. */
export const useTrackDrag = create<{ drag: TrackDrag | undefined }>(() => ({ drag: undefined }))

/** A press becomes a drag when the mouse has moved by this many pixels. See docs/product.md §2.8. */
const DISTANCE = 5

/**
 * Handlers that make a row draggable by mouse; a finger on the row scrolls. `tracksOf` is called when the drag begins.
 * A press on a drag handle, link or button in the row starts no drag.
 */
export function trackDragHandlers(tracksOf: () => readonly Track[]) {
  return {
    onPointerDownCapture: (event: PointerEvent) => {
      if (event.pointerType === 'mouse' && event.button === 0 && isFree(event.target)) watch(event, tracksOf)
    },
    // Without this, the browser would start its own drag of an image or link, and send no more pointer events.
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
  // These listeners are on the document, so the handlers of drop targets run before them.
  document.addEventListener('pointerup', end, { signal })
  document.addEventListener('pointercancel', end, { signal })
  globalThis.addEventListener('blur', end, { signal })
}

/** Suppresses the click that follows a drag, because it would press the row. */
function suppressClick(): void {
  const over = new AbortController()
  document.addEventListener('click', (event) => event.stopPropagation(), {
    signal: over.signal,
    capture: true,
  })
  setTimeout(() => over.abort())
}
