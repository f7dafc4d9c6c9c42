import '../styles/main.css'
import { afterEach, beforeEach } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { encodings } from '#client/qualities.ts'
import { getOwnPlayer } from '#features/player/index.ts'
import { clearToast } from '#ui/dom/toast.ts'

// Many files run in one page, so that modules are loaded only once. State that a test may leave behind is reset before
// the next one. `vitest-browser-react` registers its own cleanup only for the first file of a page.
beforeEach(async () => {
  await cleanup()
  getOwnPlayer().stop()
  encodings.setState(encodings.getInitialState(), true)
  clearToast()
  focusTheBeginning()
})

/** Moves the start of Tab navigation to the beginning of the page, as in a new page. */
function focusTheBeginning(): void {
  document.body.tabIndex = -1
  document.body.focus()
  document.body.removeAttribute('tabindex')
}

afterEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  // The viewport of vitest.config.ts.
  await page.viewport(1440, 900)
})
