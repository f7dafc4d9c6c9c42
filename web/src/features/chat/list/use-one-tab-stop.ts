import { useEffect, type RefObject } from 'react'
import { INNER_CONTROL } from '../messages/message-keys.ts'

/** Controls that Tab would reach. The buttons of the bar are reached with arrow keys. */
const REACHABLE = ':is(a[href], button, input):not([tabindex], [data-bar] *)'

/** The message around a control; undefined for the message itself, and for the buttons of its bar. */
function messageAround(target: EventTarget | null): HTMLElement | undefined {
  if (!(target instanceof Element)) return undefined
  const message = target.closest<HTMLElement>('[data-message]')
  return message === null || message === target || target.closest('[data-bar]') ? undefined : message
}

/** Takes the controls of a message, or in a part of it, out of the order of Tab. */
function skip(part: Element): void {
  const controls = [...part.querySelectorAll<HTMLElement>(REACHABLE)]
  if (part instanceof HTMLElement && part.matches(REACHABLE)) controls.push(part)
  for (const control of controls) {
    if (control.closest('[data-message]') === null) continue
    control.tabIndex = -1
    control.toggleAttribute(INNER_CONTROL, true)
  }
}

/** Takes the controls of a message back into the order of Tab. */
function reach(message: Element): void {
  for (const control of message.querySelectorAll(`[${INNER_CONTROL}]`)) {
    control.removeAttribute('tabindex')
    control.removeAttribute(INNER_CONTROL)
  }
}

/**
 * Makes the messages of a list a single Tab stop. The controls in a message are Tab stops only while one of them has
 * the focus: Enter on the message moves the focus to them, Escape moves it back. The attributes are set here and not by
 * the components of the controls, such as cards, because these are also used elsewhere, and because only the list knows
 * where the focus is.
 */
export function useOneTabStop(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = list.current
    if (root === null) return undefined
    let entered: HTMLElement | undefined
    const enter = (message: HTMLElement | undefined) => {
      if (message === entered) return
      if (entered) skip(entered)
      if (message) reach(message)
      entered = message
    }
    const listening = new AbortController()
    root.addEventListener('focusin', ({ target }) => enter(messageAround(target)), listening)
    root.addEventListener('focusout', ({ relatedTarget }) => enter(messageAround(relatedTarget)), listening)
    const additions = new MutationObserver((records) => {
      for (const { addedNodes } of records) {
        for (const node of addedNodes) {
          if (node instanceof Element && entered?.contains(node) !== true) skip(node)
        }
      }
    })
    additions.observe(root, { childList: true, subtree: true })
    skip(root)
    return () => {
      listening.abort()
      additions.disconnect()
    }
  }, [list])
}
