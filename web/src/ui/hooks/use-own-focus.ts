import { useEffectEvent, useLayoutEffect, useRef } from 'react'

/**
 * Returns a ref for an element. If the element is removed while it contains the focus, the focus returns to the element
 * that had it before, or moves to the page. Escape within the element calls `onEscape`.
 */
export function useOwnFocus<Box extends HTMLElement>(onEscape: () => void) {
  const ref = useRef<Box>(null)
  const escape = useEffectEvent(onEscape)
  // A layout effect, because its cleanup runs while the element is still in the document.
  useLayoutEffect(() => {
    const box = ref.current
    if (box === null) return undefined
    let before: EventTarget | null = null
    const listening = new AbortController()
    const focused = ({ relatedTarget }: FocusEvent) => {
      const isWithin = relatedTarget instanceof Node && box.contains(relatedTarget)
      if (!isWithin) before = relatedTarget
    }
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      escape()
    }
    box.addEventListener('focusin', focused, listening)
    box.addEventListener('keydown', pressed, listening)
    return () => {
      listening.abort()
      if (!box.contains(document.activeElement)) return
      const isLeft = before instanceof HTMLElement && before.isConnected
      const next = isLeft ? before : document.getElementById('main')
      if (next instanceof HTMLElement) next.focus({ preventScroll: true })
    }
  }, [])
  return ref
}
