import '../styles/main.css'
import { afterEach, beforeEach } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { encodings } from '#client/qualities.ts'
import { getOwnPlayer } from '#features/player/index.ts'
import { clearToast } from '#ui/dom/toast.ts'

// Many files run in one page, so that it loads the modules once. What tests may leave in it is reset, so that they do
// not affect each other; `vitest-browser-react` registers its own cleanup for the first file of a page only.
beforeEach(async () => {
  await cleanup()
  getOwnPlayer().stop()
  encodings.setState(encodings.getInitialState(), true)
  clearToast()
  focusTheBeginning()
})

/** The next Tab leads to the first element of the page, as in a new one. */
function focusTheBeginning(): void {
  document.body.tabIndex = -1
  document.body.focus()
  document.body.removeAttribute('tabindex')
}

afterEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  // That of vitest.config.ts.
  await page.viewport(1440, 900)
})
