import { useEffect, type RefObject } from 'react'
import { focusedOn } from '#ui/dom/focused-on.ts'

/** Elements over the page that handle their own key presses: dialogs and menus. */
export const OVER_THE_PAGE = 'dialog:modal, [role="menu"]:popover-open'

/** Whether a key press enters text: a character, a dead key, or a paste. */
function isWriting(event: KeyboardEvent): boolean {
  const { key, altKey } = event
  // Some systems report AltGr as Ctrl and Alt.
  const isCommand = (event.ctrlKey || event.metaKey) && !event.getModifierState('AltGraph')
  if (isCommand) return key.toLowerCase() === 'v' && !altKey
  return key.length === 1 || key === 'Dead'
}

/** On the chat page, text that is typed outside of any field goes into this field. */
export function useTypingAnywhere(field: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const { target, key } = event
      if (event.defaultPrevented || event.isComposing || !isWriting(event)) return
      const on = focusedOn(target)
      if (on === 'field' || document.querySelector(OVER_THE_PAGE)) return
      // The space bar activates focused buttons, and scrolls the focused list of messages.
      const isElsewhere =
        on === 'page' && (target === document.body || target === document.getElementById('main'))
      if (key === ' ' && !isElsewhere) return
      // The browser inserts the character into the element that has the focus after this handler.
      field.current?.focus({ preventScroll: true })
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [field])
}
