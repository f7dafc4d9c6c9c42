import { defineConfig } from '@playwright/test'

const executablePath = process.env['CHROMIUM_PATH']

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  forbidOnly: process.env['CI'] !== undefined,
  workers: 2,
  timeout: 150_000,
  // A second try would hide what depends on the speed of the machine.
  retries: 0,
  expect: { timeout: 15_000 },
  use: {
    browserName: 'chromium',
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    // Actions, console and network cost little. Snapshots of the page take a good part of a small machine, so they
    // are optional: TRACE=1 npm test -- e2e/name
    trace: {
      mode: 'retain-on-failure',
      snapshots: process.env['TRACE'] !== undefined,
      screenshots: process.env['TRACE'] !== undefined,
    },
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--no-first-run',
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
      ],
    },
  },
})
