import { useLayoutEffect, useState, type RefObject } from 'react'

/** Distance of an element from the top of the document, px; measured whenever its list renders. */
export function useTop(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  // What stands above the list moves it without telling.
  // oxlint-disable-next-line react/exhaustive-deps
  useLayoutEffect(() => {
    const at = element.current?.getBoundingClientRect().top
    if (at !== undefined) setTop(Math.round(at + window.scrollY))
  })
  return top
}
