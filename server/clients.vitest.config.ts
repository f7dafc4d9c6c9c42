import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** Programs of other makers, which `npm run test:clients` brings. They are slow to start and wait for each other. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('.', import.meta.url)),
    include: ['src/**/*.clients.test.ts'],
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    globalSetup: ['src/testing/start-sqlite.ts'],
  },
})
