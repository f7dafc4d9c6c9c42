import { defineConfig } from '@playwright/test'
import { firefox, firstInFirefox } from './e2e/engines/firefox.ts'

const executablePath = process.env['CHROMIUM_PATH']

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  forbidOnly: process.env['CI'] !== undefined,
  // Journeys spend a third of their time waiting, mostly for playback. With two workers a machine with two cores would
  // be idle at times.
  workers: 3,
  // Each test has its own archive, so tests of a file can run in parallel. With whole files one worker would be idle at
  // the end.
  fullyParallel: true,
  // Long enough for a machine that is several times slower: a test that passes never waits for them.
  timeout: 240_000,
  // A retry would hide what depends on the speed of the machine.
  retries: 0,
  expect: { timeout: 30_000 },
  use: {
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    // Drawing a larger window takes more processor time; e2e/layout.e2e.ts looks at all sizes.
    viewport: { width: 1280, height: 720 },
    // Recording takes processor time of every test and helps only with those that fail, so it is optional:
    // TRACE=1 npm test -- e2e/name
    trace: process.env['TRACE'] === undefined ? 'off' : 'retain-on-failure',
  },
  projects: [
    // Only where Firefox is installed; e2e/engines/firefox.ts describes how it is started. Its journeys take longest, so
    // they begin first.
    ...(process.env['FIREFOX_PATH'] === undefined ? [] : [firstInFirefox, firefox]),
    {
      name: 'chromium',
      testIgnore: 'engines/**',
      use: {
        browserName: 'chromium',
        screenshot: 'only-on-failure',
        launchOptions: {
          ...(executablePath === undefined ? {} : { executablePath }),
          args: [
            // Loading and drawing happen in the process of the browser instead of two more. What a page does stays the
            // same, and the journeys take seven percent less processor time.
            '--in-process-gpu',
            '--enable-features=NetworkServiceInProcess2',
            '--disable-background-networking',
            '--disable-component-update',
            '--no-first-run',
            '--use-fake-device-for-media-stream',
            '--use-fake-ui-for-media-stream',
          ],
        },
      },
    },
    ...(process.env['WEBKIT_PATH'] === undefined
      ? []
      : [{ name: 'webkit', testMatch: 'engines/webkit.e2e.ts' }]),
  ],
})
