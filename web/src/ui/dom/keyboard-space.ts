/** Minimum height of an on-screen keyboard in pixels. The browser's own bars, which also come and go, are lower. */
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
    // The property is removed instead of set to 0, because setting it on the root restyles every element of the page.
    if (isOpen) root.style.setProperty('--keyboard', `${Math.round(covered)}px`)
    else root.style.removeProperty('--keyboard')
    // Safari has scrolled the page to show the field. This is undone, because the smaller page shows the field anyway.
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
