import type { ChatMessage } from '@tonarchiv/contract/chat'
import type { KeyboardEvent } from 'react'
import { isEditable, isOwnMessage } from './rights.ts'
import type { RowActions } from './row-actions.ts'

/** Moves the focus to the message before or after this one. */
function moveFocus(from: HTMLElement, step: 1 | -1): boolean {
  const all = [...(from.closest('[data-messages]')?.querySelectorAll<HTMLElement>('[data-message]') ?? [])]
  const next = all[all.indexOf(from) + step]
  next?.focus()
  return next !== undefined
}

/** Marks the controls in a message that are out of the order of Tab. */
export const INNER_CONTROL = 'data-inner-control'

/** Moves the focus to the first control in a message; to the portrait only when there is no other. */
function enter(message: HTMLElement): boolean {
  const controls = [...message.querySelectorAll<HTMLElement>(`[${INNER_CONTROL}]`)]
  const first = controls.find(({ parentElement }) => parentElement !== message) ?? controls[0]
  first?.focus()
  return first !== undefined
}

/** The buttons of the bar beside a message. */
const barOf = (message: HTMLElement) => [...message.querySelectorAll<HTMLElement>('[data-bar] button')]

/** Handles a key that is pressed on a focused message itself, and Escape in it. */
export function pressedOnMessage(
  event: KeyboardEvent<HTMLElement>,
  message: ChatMessage,
  actions: RowActions,
): void {
  const { currentTarget, target, key } = event
  if (target !== currentTarget && key === 'Escape') return currentTarget.focus({ preventScroll: true })
  if (target !== currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
  if (isHandled(key, event.shiftKey, currentTarget, message, actions)) event.preventDefault()
}

function isHandled(
  key: string,
  hasShift: boolean,
  element: HTMLElement,
  message: ChatMessage,
  actions: RowActions,
): boolean {
  const isOwn = isOwnMessage(message, actions.ownId)
  switch (key.length === 1 ? key.toLowerCase() : key) {
    case 'ArrowUp':
      return moveFocus(element, -1)
    case 'ArrowDown':
      return moveFocus(element, 1)
    case 'ArrowRight':
      barOf(element)[0]?.focus({ preventScroll: true })
      return true
    case 'Enter':
      return enter(element)
    case 'F10':
      if (!hasShift) return false
      actions.onMenu(message, element)
      return true
    case 'ContextMenu':
      actions.onMenu(message, element)
      return true
    case 'r':
      actions.onReply(message)
      return true
    case 'e':
      if (!isEditable(message, actions.ownId, Date.now())) return false
      actions.onEdit(message)
      return true
    case 'c':
      if (message.content === '') return false
      actions.onCopy(message)
      return true
    case 'u':
      if (message.userId === actions.ownId) return false
      actions.onUnread(message)
      return true
    case '+':
      actions.onPicker(message, element)
      return true
    case 'Delete':
      if (!isOwn && !actions.isAdmin) return false
      actions.onDelete(message, true)
      return true
    default:
      return false
  }
}

/** Handles a key that is pressed in the bar: arrows move, and lead back to the message, as Escape does. */
export function pressedInBar(event: KeyboardEvent<HTMLElement>): void {
  const message = event.currentTarget.closest<HTMLElement>('[data-message]')
  if (message === null) return
  const buttons = barOf(message)
  const index = buttons.findIndex((button) => button === document.activeElement)
  const isBack = event.key === 'Escape' || (event.key === 'ArrowLeft' && index === 0)
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (!isBack && step === undefined) return
  event.preventDefault()
  const next = isBack ? message : buttons[index + (step ?? 0)]
  next?.focus({ preventScroll: true })
}
