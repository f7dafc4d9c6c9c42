import type { KeyboardEvent } from 'react'

/**
 * The properties of a list item in which the left and right arrow keys move the focus between its links and buttons.
 * Only the first of these needs a tab stop, so the list has one tab stop for each item.
 */
export const arrowKeysInside = {
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => moveInside(event, 'ArrowLeft', 'ArrowRight'),
}

/**
 * The properties of a list in which the up and down arrow keys move the focus between its fields, links and buttons.
 */
export const verticalKeysInside = {
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => moveInside(event, 'ArrowUp', 'ArrowDown'),
}

function moveInside(event: KeyboardEvent<HTMLElement>, back: string, forth: string): void {
  const { key, altKey, ctrlKey, metaKey, shiftKey, currentTarget } = event
  const step = key === forth ? 1 : key === back ? -1 : 0
  if (step === 0 || altKey || ctrlKey || metaKey || shiftKey) return
  const controls = [...currentTarget.querySelectorAll<HTMLElement>('input, a[href], button:enabled')]
  const index = controls.findIndex((control) => control === document.activeElement)
  const next = index === -1 ? undefined : controls[index + step]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}
