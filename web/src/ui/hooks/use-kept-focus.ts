import { useEffect, useRef, type RefObject } from 'react'

/**
 * Keeps the focus in a form whose controls may be removed or disabled when they are pressed. The focus returns to the
 * pressed control when that is enabled again; if it was removed, the focus moves to `fallback`.
 */
export function useKeptFocus(
  area: RefObject<HTMLElement | null>,
  { fallback, isWaiting = false }: { fallback: () => HTMLElement | null | undefined; isWaiting?: boolean },
): void {
  const last = useRef<HTMLElement>(undefined)
  useEffect(() => {
    const done = new AbortController()
    const { signal } = done
    const inside = (target: EventTarget | null) =>
      target instanceof HTMLElement && area.current?.contains(target) === true ? target : undefined
    document.addEventListener('focusin', ({ target }) => (last.current = inside(target)), { signal })
    // After a press outside of all controls, the focus is not restored.
    document.addEventListener('pointerdown', () => (last.current = undefined), { signal, capture: true })
    return () => done.abort()
  }, [area])
  useEffect(() => {
    const control = last.current
    if (!control || isWaiting) return
    const { activeElement } = document
    const canHaveIt = control.isConnected && !control.matches(':disabled')
    // A control that was disabled may stay the active element until the end of this frame.
    const isLost = activeElement === document.body || (activeElement === control && !canHaveIt)
    if (isLost) (canHaveIt ? control : fallback())?.focus()
  })
}
