import { onTestFinished } from 'vitest'

// Only the timer of a toast has a duration of its own.
const lasting = new CSSStyleSheet()
lasting.replaceSync("[data-toasts] [style*='animation-duration'] { animation-play-state: paused !important }")

/**
 * Makes toasts stay until they are closed or replaced. On a busy machine the time of a toast may be over before a test
 * looks at it.
 */
export function makeToastsLast(): void {
  lasting.disabled = false
  if (!document.adoptedStyleSheets.includes(lasting)) document.adoptedStyleSheets.push(lasting)
}

/** Makes toasts close after their time, as in the product, until the test ends. */
export function letToastsExpire(): void {
  lasting.disabled = true
  onTestFinished(makeToastsLast)
}
