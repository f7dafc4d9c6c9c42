import { useEffect, type RefObject } from 'react'
import { useRestoredFocus } from '#ui/hooks/use-restored-focus.ts'
import { useTypingAnywhere } from './use-typing-anywhere.ts'

/** Keeps the focus in the composer, and writes into the field what is typed anywhere on the page. */
export function useFieldFocus(
  form: RefObject<HTMLFormElement | null>,
  field: RefObject<HTMLTextAreaElement | null>,
): void {
  useTypingAnywhere(field)
  useStartAtEnd(field)
  useRestoredFocus(form, (lost) => {
    const kind = lost.hasAttribute('data-removes-picture') ? '[data-removes-picture]' : '[data-takes-focus]'
    return form.current?.querySelector<HTMLElement>(kind) ?? field.current
  })
}

/** Moves the caret to the end of an existing draft. The page sets the focus first, so this waits a frame. */
function useStartAtEnd(field: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const area = field.current
      if (!area || area.value === '') return
      area.focus()
      area.setSelectionRange(area.value.length, area.value.length)
    })
    return () => cancelAnimationFrame(frame)
  }, [field])
}

/** Writes an emoji at the caret. */
export function insertAtCaret(
  area: HTMLTextAreaElement | null,
  emoji: string,
  write: (text: string) => void,
): void {
  if (!area) return
  // Text and caret change at once: a caret that is set after rendering tears apart what was typed meanwhile.
  area.setRangeText(emoji, area.selectionStart, area.selectionEnd, 'end')
  write(area.value)
  // Closing the popup moves the focus to its button first.
  requestAnimationFrame(() => area.focus())
}
