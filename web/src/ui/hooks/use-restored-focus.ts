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
