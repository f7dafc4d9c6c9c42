import { availableParallelism } from 'node:os'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'

/**
 * The name of a server test file declares what it needs: `x.unit.test.ts` neither database nor server,
 * `x.once.test.ts` nothing that differs between the databases, so it runs on SQLite only,
 * `x.databases.test.ts` both databases at once, `x.clients.test.ts` a program of another maker. Every other file runs
 * on each database.
 */
const server = {
  root: 'server',
  include: ['src/**/*.test.ts'],
  pool: 'forks' as const,
  // Isolation would load the whole product again for each file; importing a module has no side effects and
  // keeps no state.
  isolate: false,
  // For a busy machine: the longest tests, which call every route, take ten seconds on a quiet one.
  testTimeout: 180_000,
  hookTimeout: 180_000,
}

/** CommonJS packages, and packages of many files. Every other package is served file by file. */
const BUNDLED_FOR_COMPONENTS = [
  'axe-core',
  'react',
  'react/jsx-runtime',
  'react/jsx-dev-runtime',
  'react-dom',
  'react-dom/client',
  'react-router',
  '@tanstack/react-query',
  '@tanstack/react-virtual',
  'axe-core',
  'tus-js-client',
  'vitest-browser-react',
  'zod',
  'zod/mini',
  'zustand',
]

const executablePath = process.env['CHROMIUM_PATH']

/**
 * One worker more than cores, because tests of timeouts and limits mostly wait. Components have as many pages beside
 * these workers: they share one number, because projects with different numbers run one after the other, and the last
 * tests of each would leave a core idle.
 */
const WORKERS = availableParallelism() + 1

export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    projects: [
      { test: { name: 'contract', root: 'contract', include: ['src/**/*.test.ts'] } },
      { test: { ...server, name: 'server units', include: ['src/**/*.unit.test.ts'] } },
      {
        test: {
          ...server,
          name: 'server on SQLite',
          exclude: ['src/**/*.{unit,databases,clients}.test.ts'],
          globalSetup: ['src/testing/start-sqlite.ts'],
        },
      },
      {
        test: {
          ...server,
          name: 'server on PostgreSQL',
          exclude: ['src/**/*.{unit,once,clients}.test.ts'],
          globalSetup: ['src/testing/start-postgres.ts'],
        },
      },
      {
        test: {
          name: 'web',
          root: 'web',
          include: ['src/**/*.test.ts'],
          isolate: false,
          unstubGlobals: true,
          // For a busy machine: random histories take seconds on a quiet one.
          testTimeout: 60_000,
        },
      },
      {
        // Components run in a real browser, with the transforms and the styles of the app.
        extends: './web/vite.config.ts',
        cacheDir: '../node_modules/.vite/web-components',
        // All packages that must be bundled are listed: Vite would find the rest during the tests and reload
        // the page.
        optimizeDeps: { noDiscovery: true, include: BUNDLED_FOR_COMPONENTS },
        test: {
          name: 'web components',
          root: 'web',
          include: ['src/**/*.component.test.tsx'],
          setupFiles: ['src/testing/component-setup.ts'],
          // Without isolation one page runs many files, so the modules of the app are loaded once.
          isolate: false,
          unstubGlobals: true,
          restoreMocks: true,
          maxWorkers: WORKERS,
          // For a busy machine, where the process that draws all pages may stall for more than ten seconds. The defaults
          // are 15 seconds and one second.
          testTimeout: 60_000,
          expect: { poll: { timeout: 30_000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 1440, height: 900 },
            provider: playwright({
              ...(executablePath !== undefined && { launchOptions: { executablePath } }),
              contextOptions: { locale: 'de-DE', timezoneId: 'Europe/Berlin', reducedMotion: 'reduce' },
              actionTimeout: 30_000,
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        test: {
          name: 'deploy',
          root: 'deploy',
          include: ['*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: 'journeys', root: 'e2e', include: ['*.test.ts'] } },
      { test: { name: 'demo', root: 'demo', include: ['*.test.ts'], testTimeout: 60_000 } },
    ],
  },
})
