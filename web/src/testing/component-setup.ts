import '../styles/main.css'
import { afterEach } from 'vitest'
import { page } from 'vitest/browser'

// A test that narrows the window would leave it so for the next one. The size is that of vitest.config.ts.
afterEach(async () => page.viewport(1440, 900))
