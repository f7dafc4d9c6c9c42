import { onTestFinished } from 'vitest'

/**
 * Gives an open dialog a closing transition that lasts longer than the test. A style sheet sets it, because a draggable
 * sheet removes its own inline transitions when it closes.
 */
export async function leavingSlowly(element: Element): Promise<HTMLDialogElement> {
  if (!(element instanceof HTMLDialogElement)) throw new Error('no dialog')
  // Waits for the opening transition to end: a reversed transition takes only as long as it has run so far.
  await Promise.all(element.getAnimations().map(({ finished }) => finished))
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('dialog { transition-duration: 60s !important }')
  document.adoptedStyleSheets.push(sheet)
  onTestFinished(() => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
  })
  return element
}
