import { defineConfig } from 'vitest/config'
import { isShort } from './rounds.ts'

/** Each file has servers, databases and disks of its own, and mostly waits for timeouts and restarts. */
export default defineConfig({
  test: {
    name: 'faults',
    root: 'faults',
    include: ['*.fault.ts'],
    pool: 'forks',
    // Side by side they take half the time; as often as it takes to measure, fewer disturb each other less.
    maxWorkers: isShort ? 4 : 2,
    testTimeout: 20 * 60_000,
    hookTimeout: 60_000,
    disableConsoleIntercept: true,
  },
})
