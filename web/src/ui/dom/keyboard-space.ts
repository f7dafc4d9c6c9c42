/** Pixels: browsers' own bars that come and go are lower than this, on-screen keyboards are higher. */
const KEYBOARD_MIN = 150

/**
 * Marks the page with `data-keyboard` while an on-screen keyboard covers a part of it, and sets `--keyboard` to the
 * height of that part. Most browsers shrink only the visual viewport then, so that `100dvh` is too high.
 * @returns a function that ends this
 */
export function reserveKeyboardSpace(): () => void {
  const viewport = globalThis.visualViewport
  const root = document.documentElement
  if (!viewport) return () => undefined

  function reserve(): void {
    const covered = innerHeight - (viewport?.height ?? 0) * (viewport?.scale ?? 1)
    const isOpen = covered >= KEYBOARD_MIN
    root.toggleAttribute('data-keyboard', isOpen)
    // A closed keyboard has no property: setting one on the root restyles every element of the page.
    if (isOpen) root.style.setProperty('--keyboard', `${Math.round(covered)}px`)
    else root.style.removeProperty('--keyboard')
    // Safari has scrolled the page to show the field, which is in view without that now.
    if (isOpen) scrollTo(0, 0)
  }

  viewport.addEventListener('resize', reserve)
  reserve()
  return () => {
    viewport.removeEventListener('resize', reserve)
    root.removeAttribute('data-keyboard')
    root.style.removeProperty('--keyboard')
  }
}
