import axe from 'axe-core'
import { expect } from 'vitest'
import { WCAG_22_AA } from './wcag.ts'

/** Expects that axe finds nothing in the page. */
export async function expectAccessible(): Promise<void> {
  // Waits for animations, because elements that fade in have too little contrast until they are fully visible. The timer
  // of a toast is a paused animation, see web/src/testing/lasting-toasts.ts.
  const running = document.getAnimations().filter(({ playState }) => playState === 'running')
  await Promise.allSettled(running.map(({ finished }) => finished))
  const { violations } = await axe.run(document, {
    ...WCAG_22_AA,
    // Disabled, because the document of a test has no title and no language.
    rules: { 'document-title': { enabled: false }, 'html-has-lang': { enabled: false } },
  })
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  expect(found).toEqual([])
}
