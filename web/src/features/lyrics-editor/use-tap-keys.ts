import { useEffect, useEffectEvent } from 'react'
import { focusedOn } from '#ui/dom/focused-on.ts'

interface TapKeys {
  onTap: () => void
  onUntap: () => void
  onBack: () => void
}

/** Selector for controls that handle the left arrow key themselves. */
const OWN_ARROWS = '[role="tab"], [role="radio"], [aria-pressed][tabindex]'

/**
 * Handles keys on the whole page, except in fields, menus and dialogs: Space sets the next time, Backspace undoes the
 * last tap, and the left arrow key seeks back. These keys take precedence over the player's shortcuts. Buttons can be
 * pressed with Enter.
 */
export function useTapKeys({ onTap, onUntap, onBack }: TapKeys): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, repeat } = event
    if (!isForTapping(event)) return
    if (key === 'ArrowLeft' && target instanceof Element && target.matches(OWN_ARROWS)) return
    // Prevents the player's shortcuts, and that a focused button is activated.
    event.preventDefault()
    if (event.type === 'keyup') return
    if (key === 'ArrowLeft') onBack()
    else if (!repeat) (key === ' ' ? onTap : onUntap)()
  })
  useEffect(() => {
    const done = new AbortController()
    const options = { capture: true, signal: done.signal }
    // Firefox activates a button on `keyup`, even if `keydown` was prevented; so both are handled.
    for (const name of ['keydown', 'keyup'] as const)
      document.addEventListener(name, (event) => handle(event), options)
    return () => done.abort()
  }, [])
}

function isForTapping(event: KeyboardEvent): boolean {
  const { key, target } = event
  if (![' ', 'Backspace', 'ArrowLeft'].includes(key) || event.isComposing) return false
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return false
  const on = focusedOn(target)
  if (on === 'field' || (on === 'slider' && key === 'ArrowLeft')) return false
  return document.querySelector('dialog:modal') === null
}
