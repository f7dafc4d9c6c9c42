import { useEffect, useRef, type MouseEvent, type PointerEvent } from 'react'
import type { MenuAnchor } from '../dom/menu-place.ts'

/** Duration of a long press, milliseconds. */
const LONG_PRESS = 500
/** A finger that moves further than this number of px scrolls. */
const LONG_PRESS_SLACK = 10

interface Press {
  x: number
  y: number
  isTouch: boolean
  isLong: boolean
  timer: ReturnType<typeof setTimeout>
}

/**
 * Handlers that open a menu on right click, long press, Shift+F10 and the menu key. During a press the menu opens on
 * release: otherwise the browser would treat the release as a press outside of the menu.
 * @param onLongPress called at once for a long press by touch, instead of opening the menu
 */
export function useContextMenu(open: ((at: MenuAnchor) => void) | undefined, onLongPress?: () => void) {
  const press = useRef<Press>(undefined)
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
  const pressLong = (at: Press) => {
    at.isLong = true
    wasLong.current = true
    if (onLongPress === undefined) return openWhenReleased({ x: at.x, y: at.y })
    navigator.vibrate?.(10)
    onLongPress()
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
        const at = press.current
        if (at?.isTouch === true && !at.isLong) pressLong(at)
      }, LONG_PRESS)
      press.current = { x, y, isTouch: pointerType === 'touch', isLong: false, timer }
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
      // Some browsers report the long press of a finger before the timer.
      if (press.current?.isTouch === true && onLongPress !== undefined) return pressLong(press.current)
      if (press.current) press.current.isLong = true
      openWhenReleased({ x: event.clientX, y: event.clientY })
    },
  }
}
