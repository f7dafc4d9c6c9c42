import { useEffect, useRef, type MouseEvent, type PointerEvent } from 'react'
import type { MenuAnchor } from '../dom/menu-place.ts'

/** Milliseconds after which a press counts as a long press. */
const LONG_PRESS = 500
/** A finger that moves by more than this many pixels scrolls, and its press is no long press. */
const LONG_PRESS_SLACK = 10

interface Press {
  x: number
  y: number
  isTouch: boolean
  isLong: boolean
  timer: ReturnType<typeof setTimeout>
}

/**
 * Handlers that open a menu on a right click, a long press, Shift+F10 or the menu key. While a pointer is pressed, the
 * menu opens only when it is released: otherwise the browser would treat the release as a press beside the menu.
 * @param onLongPress - called immediately at a long press of a finger; the menu is not opened then
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
      // Suppresses the click after a long press, because it would start playback.
      if (wasLong.current) event.stopPropagation()
      wasLong.current = false
    },
    onContextMenu(event: MouseEvent) {
      event.preventDefault()
      const isByKey = press.current === undefined && event.currentTarget.contains(document.activeElement)
      if (isByKey && document.activeElement) return open(document.activeElement)
      if (press.current?.isLong) return
      // Some browsers report a long press of a finger before this hook's timer does.
      if (press.current?.isTouch === true && onLongPress !== undefined) return pressLong(press.current)
      if (press.current) press.current.isLong = true
      openWhenReleased({ x: event.clientX, y: event.clientY })
    },
  }
}
