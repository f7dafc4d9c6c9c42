import { useEffect, useRef, type MouseEvent, type PointerEvent } from 'react'
import type { MenuAnchor } from '../dom/menu-place.ts'

/** Milliseconds of a long press. */
const LONG_PRESS = 500
/** A finger that moves further than this number of px scrolls. */
const LONG_PRESS_SLACK = 10

/**
 * Handlers that open a menu on right click, long press, Shift+F10 and the menu key. During a press the menu
 * opens on release: before that, the browser would treat the release as a press beside the menu.
 */
export function useContextMenu(open: ((at: MenuAnchor) => void) | undefined) {
  const press = useRef<{ x: number; y: number; isLong: boolean; timer: ReturnType<typeof setTimeout> }>(
    undefined,
  )
  const wasLong = useRef(false)
  useEffect(() => () => clearTimeout(press.current?.timer), [])
  if (!open) return {}

  const openWhenReleased = (at: MenuAnchor) => {
    if (!press.current) return open(at)
    const released = new AbortController()
    for (const name of ['pointerup', 'pointercancel']) {
      document.addEventListener(
        name,
        () => {
          released.abort()
          setTimeout(() => open(at))
        },
        { signal: released.signal },
      )
    }
  }
  const release = () => {
    clearTimeout(press.current?.timer)
    press.current = undefined
  }

  return {
    onPointerDown({ clientX: x, clientY: y, pointerType }: PointerEvent) {
      release()
      wasLong.current = false
      const timer = setTimeout(() => {
        if (pointerType !== 'touch' || !press.current || press.current.isLong) return
        press.current.isLong = true
        wasLong.current = true
        openWhenReleased({ x, y })
      }, LONG_PRESS)
      press.current = { x, y, isLong: false, timer }
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const at = press.current
      if (at && Math.hypot(clientX - at.x, clientY - at.y) > LONG_PRESS_SLACK) clearTimeout(at.timer)
    },
    onPointerUp: release,
    onPointerCancel: release,
    onClickCapture(event: MouseEvent) {
      // The click after a long press must not start the playback.
      if (wasLong.current) event.stopPropagation()
      wasLong.current = false
    },
    onContextMenu(event: MouseEvent) {
      event.preventDefault()
      const isByKey = press.current === undefined && event.currentTarget.contains(document.activeElement)
      if (isByKey && document.activeElement) return open(document.activeElement)
      if (press.current?.isLong) return
      if (press.current) press.current.isLong = true
      openWhenReleased({ x: event.clientX, y: event.clientY })
    },
  }
}
