import { fileURLToPath } from 'node:url'
import type { Page, Project } from '@playwright/test'

/** Journeys that fail in Firefox because of the engine or of its driver. */
const LEFT_OUT = [
  // Only Chromium reports to a test that a service worker answered a request.
  'covers are cached by the service worker',
  'a cover that cannot be loaded',
  // They name Chromium: its name in the list of devices, its messages in the console.
  'a device list that cannot be loaded',
  'a new email address must be verified',
  // The file arrives, but Firefox ESR 153 gives downloads no id, and Playwright reports only those that have one.
  'a member exports their data',
]

/** The main journeys, in the Firefox of FIREFOX_PATH. Those that need what only Chromium offers skip themselves. */
export const firefox: Project = {
  name: 'firefox',
  testMatch: /(?:from-setup-to-music|listening|home|accounts|friends|archive|chat)\.e2e\.ts$/,
  grepInvert: LEFT_OUT.map((title) => new RegExp(title)),
  // Phones, touch and axe are tested in Chromium only.
  use: {
    browserName: 'firefox',
    channel: 'moz-firefox',
    launchOptions: {
      executablePath: fileURLToPath(new URL('firefox-launcher.ts', import.meta.url)),
      firefoxUserPrefs: {
        'media.navigator.streams.fake': true,
        'media.navigator.permission.disabled': true,
        'media.autoplay.default': 0,
        // A mouse, which test machines lack: fine pointer, able to hover.
        'ui.primaryPointerCapabilities': 6,
        'ui.allPointerCapabilities': 6,
        // Lets a page take the focus, see `actAsAPerson`.
        'dom.disable_window_flip': false,
      },
    },
    // Firefox renders them with an inline style, which our Content-Security-Policy rejects.
    screenshot: 'off',
  },
}

/** What `npm test` walks in Firefox, beside all journeys in Chromium. */
export const firstInFirefox: Project = {
  ...firefox,
  name: 'first journey in firefox',
  testMatch: /from-setup-to-music\.e2e\.ts$/,
}

/**
 * Gives a page what it has in front of a person.
 *
 * - The focus: a new window has it in its address field, and Tab leads from the end of the page into the toolbars. The
 *   driver's keys arrive in the page all the same, but without the focus Enter and Space press no button there.
 * - Typing: Playwright sets the value of a field by a script, which escapes React's notice.
 */
export async function actAsAPerson(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.focus()
    let lastKey = ''
    addEventListener('keydown', ({ key }) => void (lastKey = key), { capture: true })
    addEventListener('blur', ({ target }) => {
      if (target !== window || lastKey !== 'Tab') return
      // The toolbars receive the focus a moment later.
      const timer = setInterval(() => {
        if (document.hasFocus()) clearInterval(timer)
        else window.focus()
      }, 50)
    })
    const insertText = (text: string) => void document.execCommand('insertText', false, text)
    Object.defineProperty(window, '__pw_bidiInsertText', {
      get: () => insertText,
      set() {
        // Playwright's own function.
      },
    })
  })
}
