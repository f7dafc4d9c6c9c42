import { useEffect, useRef, type PointerEvent } from 'react'

/** Duration of a long press, milliseconds. */
const LONG_PRESS = 500
/** Pixels up to which a touch is a press; if it moves farther, it scrolls. */
const SLACK = 10

/** Handlers that detect a long press; the callback runs on release. */
export function useLongPress(onLongPress: ((at: { x: number; y: number }) => void) | undefined) {
  const press = useRef<{ x: number; y: number; isLong: boolean; timer: ReturnType<typeof setTimeout> }>(
    undefined,
  )
  useEffect(() => () => clearTimeout(press.current?.timer), [])
  if (!onLongPress) return {}
  const forget = () => {
    clearTimeout(press.current?.timer)
    press.current = undefined
  }
  return {
    onPointerDown({ clientX: x, clientY: y, pointerType }: PointerEvent) {
      forget()
      if (pointerType !== 'touch') return
      const timer = setTimeout(() => {
        if (press.current) press.current.isLong = true
      }, LONG_PRESS)
      press.current = { x, y, isLong: false, timer }
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const at = press.current
      if (at && Math.hypot(clientX - at.x, clientY - at.y) > SLACK) forget()
    },
    onPointerUp() {
      const at = press.current
      forget()
      // Runs after the release: the release would count as a press outside of the menu and close it.
      if (at?.isLong) setTimeout(() => onLongPress({ x: at.x, y: at.y }))
    },
    onPointerCancel: forget,
    onContextMenu(event: { preventDefault: () => void }) {
      if (press.current) event.preventDefault()
    },
  }
}
