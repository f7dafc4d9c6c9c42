import type { KeyboardEvent } from 'react'

/**
 * Props of a list item in which the left and right arrow keys move the focus between links and buttons. Only
 * the first of them then needs a tab stop, so the list has one tab stop per item.
 */
export const arrowKeysInside = { onKeyDown: moveInside }

function moveInside(event: KeyboardEvent<HTMLElement>): void {
  const { key, altKey, ctrlKey, metaKey, shiftKey, currentTarget } = event
  const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
  if (step === 0 || altKey || ctrlKey || metaKey || shiftKey) return
  const controls = [...currentTarget.querySelectorAll<HTMLElement>('a[href], button:enabled')]
  const index = controls.findIndex((control) => control === document.activeElement)
  const next = index === -1 ? undefined : controls[index + step]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}
