import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/**
 * Tests with programs of other makers, which `npm run test:clients` installs. These programs start slowly, so the
 * limits of time are long and only one file runs at a time.
 */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('.', import.meta.url)),
    include: ['src/**/*.clients.test.ts'],
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 120_000,
    globalSetup: ['src/testing/start-sqlite.ts'],
  },
})
