import { useLayoutEffect, type RefObject } from 'react'

/** Lets a text field grow with its text where the browser does not know `field-sizing`; call it whenever that changes. */
export function useFieldHeight(field: RefObject<HTMLTextAreaElement | null>): void {
  useLayoutEffect(() => {
    if (!CSS.supports('field-sizing', 'content')) fitHeight(field.current)
  })
}

function fitHeight(area: HTMLTextAreaElement | null): void {
  area?.style.setProperty('height', 'auto')
  area?.style.setProperty('height', `${area.scrollHeight}px`)
}
