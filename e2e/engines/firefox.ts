import { fileURLToPath } from 'node:url'
import type { Page, Project } from '@playwright/test'

/** Journeys that fail in Firefox because of the engine or of its driver. */
const LEFT_OUT = [
  // Only Chromium reports to a test that a service worker answered a request.
  'covers are cached by the service worker',
  'a cover that cannot be loaded',
  // They expect names of Chromium: in the list of devices, or in messages of the console.
  'a device list that cannot be loaded',
  'a new email address must be verified',
  // Playwright reports only downloads that have an id; Firefox ESR 153 sends none, although the file arrives.
  'a member exports their data',
]

/** The main journeys in the Firefox at FIREFOX_PATH. Journeys that need a feature only Chromium has skip themselves. */
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
        // Simulates a mouse, which test machines lack: a fine pointer that can hover.
        'ui.primaryPointerCapabilities': 6,
        'ui.allPointerCapabilities': 6,
        // Lets a page take the focus; see `actAsAPerson`.
        'dom.disable_window_flip': false,
      },
    },
    // In Firefox, screenshots need an inline style in the page, which our Content-Security-Policy blocks.
    screenshot: 'off',
  },
}

/** The one journey that `npm test` also runs in Firefox. */
export const firstInFirefox: Project = {
  ...firefox,
  name: 'first journey in firefox',
  testMatch: /from-setup-to-music\.e2e\.ts$/,
}

/**
 * Makes pages behave in tests as they do without the driver.
 *
 * - Focus: in a new window the address field has it, and Tab leads from the end of the page into the toolbars. The
 * driver's keys still reach the page, but without the focus Enter and Space do not press buttons there.
 * - Typing: Playwright sets the value of a field by a script, which React does not notice.
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
        // Playwright assigns its own function, which is ignored.
      },
    })
  })
}
