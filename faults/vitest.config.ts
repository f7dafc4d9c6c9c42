import { defineConfig } from 'vitest/config'

/** Each file has servers, databases and disks of its own, and mostly waits for timeouts and restarts. */
export default defineConfig({
  test: {
    name: 'faults',
    root: 'faults',
    include: ['*.fault.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20 * 60_000,
    hookTimeout: 60_000,
    disableConsoleIntercept: true,
  },
})
