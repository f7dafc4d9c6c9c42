import { defineConfig } from 'vitest/config'

/** Faults made on purpose: they stop servers, fill disks and measure patience, so one file runs after the other. */
export default defineConfig({
  test: {
    name: 'faults',
    root: 'faults',
    include: ['*.fault.ts'],
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 20 * 60_000,
    hookTimeout: 60_000,
    disableConsoleIntercept: true,
  },
})
