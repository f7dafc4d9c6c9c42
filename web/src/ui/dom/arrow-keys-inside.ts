import type { KeyboardEvent } from 'react'

/**
 * Props of an item whose links and buttons the left and right arrow keys move among. Only the first of them needs a
 * Tab stop then, and a list of such items has one Tab stop per item.
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
