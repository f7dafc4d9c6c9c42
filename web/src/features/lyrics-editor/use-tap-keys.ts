import { useEffect, useEffectEvent } from 'react'
import { focusedOn } from '#ui/dom/focused-on.ts'

interface TapKeys {
  onTap: () => void
  onUntap: () => void
  onBack: () => void
}

/** Controls in which the left arrow key has a meaning of its own. */
const OWN_ARROWS = '[role="tab"], [role="radio"], [aria-pressed][tabindex]'

/**
 * Space sets the next time, Backspace undoes the last one, the left arrow seeks back: anywhere on the page except in
 * fields, menus and dialogs. These keys take precedence over the player's shortcuts; buttons are pressed with Enter.
 */
export function useTapKeys({ onTap, onUntap, onBack }: TapKeys): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, repeat } = event
    if (!isForTapping(event)) return
    if (key === 'ArrowLeft' && target instanceof Element && target.matches(OWN_ARROWS)) return
    // Prevents the player's shortcuts and the activation of a focused button.
    event.preventDefault()
    if (event.type === 'keyup') return
    if (key === 'ArrowLeft') onBack()
    else if (!repeat) (key === ' ' ? onTap : onUntap)()
  })
  useEffect(() => {
    const done = new AbortController()
    const options = { capture: true, signal: done.signal }
    // Firefox activates a button on keyup, even when keydown was prevented.
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
