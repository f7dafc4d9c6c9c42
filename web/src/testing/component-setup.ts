import '../styles/main.css'
import { afterEach, beforeEach } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { encodings } from '#client/qualities.ts'
import { getOwnPlayer } from '#features/player/index.ts'
import { forgetTrackSounds } from '#features/track-sound/index.ts'
import { clearToast } from '#ui/dom/toast.ts'
import { makeToastsLast } from './lasting-toasts.ts'

// Many test files run in one page, so that modules are loaded only once. State that a test may leave is reset before
// the next test. `vitest-browser-react` registers its own cleanup only for the first file of a page.
beforeEach(async () => {
  await cleanup()
  getOwnPlayer().stop()
  encodings.setState(encodings.getInitialState(), true)
  forgetTrackSounds()
  clearToast()
  makeToastsLast()
  focusTheBeginning()
})

/** Makes Tab navigation start at the beginning of the page, as in a new page. */
function focusTheBeginning(): void {
  document.body.tabIndex = -1
  document.body.focus()
  document.body.removeAttribute('tabindex')
}

afterEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  // The default viewport; vitest.config.ts has the same size.
  await page.viewport(1440, 900)
})
