import { fileURLToPath } from 'node:url'
import type { Page, Project } from '@playwright/test'

/** Journeys that Firefox does not finish, for reasons of the engine or of how it is driven. */
const LEFT_OUT = [
  // Only Chromium tells a test that a service worker answered, and lets it answer for one.
  'covers are kept by the worker',
  'a cover that cannot be loaded',
  // They name Chromium: its name in the list of devices, its messages in the console.
  'a device list that cannot be loaded',
  'another address has to be verified',
  // Their content process sometimes crashes (signal 11, Firefox ESR 153; the cause is not known), or was not yet seen to
  // reach the end.
  'another password and the devices',
  'somebody takes their data along',
  'two people talk',
  'a picture is sent with its place kept',
]

/** The main journeys, in the Firefox of FIREFOX_PATH. Those that need what only Chromium offers skip themselves. */
export const firefox: Project = {
  name: 'firefox',
  testMatch: /(?:from-setup-to-music|listening|home|accounts|friends|archive|chat)\.e2e\.ts$/,
  grepInvert: LEFT_OUT.map((title) => new RegExp(title)),
  // A phone, touch and axe stay with Chromium.
  use: {
    browserName: 'firefox',
    channel: 'moz-firefox',
    launchOptions: {
      executablePath: fileURLToPath(new URL('firefox-launcher.ts', import.meta.url)),
      firefoxUserPrefs: {
        'media.navigator.streams.fake': true,
        'media.navigator.permission.disabled': true,
        'media.autoplay.default': 0,
      },
    },
    // Firefox draws them by a style in the page, which our Content-Security-Policy refuses.
    screenshot: 'off',
  },
}

/** Lets Playwright fill in fields as a keyboard does: a value that is set by a script escapes React's notice. */
export async function typeAsAKeyboard(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const insertText = (text: string) => void document.execCommand('insertText', false, text)
    Object.defineProperty(window, '__pw_bidiInsertText', {
      get: () => insertText,
      set() {
        // Playwright's own function.
      },
    })
  })
}
