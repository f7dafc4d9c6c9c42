import { useEffect, useEffectEvent, type RefObject } from 'react'

/**
 * Moves the focus when the focused element of a region is removed from the document. Otherwise the body would have the
 * focus, and the next Tab would start at the top of the page.
 * @param next - receives the removed element, and returns the element to focus
 */
export function useRestoredFocus(
  region: RefObject<HTMLElement | null>,
  next: (lost: Element) => HTMLElement | null | undefined,
) {
  const takeNext = useEffectEvent(next)
  useEffect(() => {
    const element = region.current
    if (!element) return undefined
    let focused: Element | undefined
    const listening = new AbortController()
    const { signal } = listening
    element.addEventListener(
      'focusin',
      ({ target }) => {
        focused = target instanceof Element ? target : undefined
      },
      { signal },
    )
    // Only some browsers emit a blur event for an element that is removed.
    element.addEventListener(
      'focusout',
      ({ target }) => {
        queueMicrotask(() => {
          if (focused === target && focused?.isConnected && document.activeElement !== focused)
            focused = undefined
        })
      },
      { signal },
    )
    const removals = new MutationObserver(() => {
      const lost = focused
      if (lost === undefined || lost.isConnected) return
      focused = undefined
      const isLost = document.activeElement === null || document.activeElement === document.body
      if (isLost) takeNext(lost)?.focus({ preventScroll: true })
    })
    removals.observe(element, { childList: true, subtree: true })
    return () => {
      listening.abort()
      removals.disconnect()
    }
  }, [region])
}

/**
 * Keeps the focus in a list whose entries disappear when one of their buttons is pressed: it moves to the button with
 * the same text of the first entry that is left, and to the page when none is left. The region stays mounted.
 */
export function useFocusOnNextEntry(region: RefObject<HTMLElement | null>) {
  useRestoredFocus(region, (lost) => {
    const buttons = [...(region.current?.querySelectorAll('button') ?? [])]
    const alike = buttons.find(({ textContent }) => textContent === lost.textContent)
    return alike ?? buttons[0] ?? document.getElementById('main')
  })
}
