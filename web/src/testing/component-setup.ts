import '../styles/main.css'
import { afterEach } from 'vitest'
import { page } from 'vitest/browser'

// Without this, a narrowed window and what the browser keeps would stay for the next test. The size is that of
// vitest.config.ts.
afterEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  await page.viewport(1440, 900)
})
