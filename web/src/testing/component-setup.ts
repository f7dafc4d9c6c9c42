import '../styles/main.css'
import { afterEach } from 'vitest'
import { page } from 'vitest/browser'

// Resets the window's size to that of vitest.config.ts and clears the browser's storage, so that tests do not affect
// each other.
afterEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  await page.viewport(1440, 900)
})
