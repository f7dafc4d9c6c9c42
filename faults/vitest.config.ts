import { defineConfig } from 'vitest/config'
import { isShort } from './rounds.ts'

/** Each file has its own servers, databases and disks, and mostly waits for timeouts and restarts. */
export default defineConfig({
  test: {
    name: 'faults',
    root: 'faults',
    include: ['*.fault.ts'],
    pool: 'forks',
    // In a short run more files run at once, which takes half the time. In a long run, which measures, they would
    // disturb each other.
    maxWorkers: isShort ? 4 : 2,
    testTimeout: 20 * 60_000,
    hookTimeout: 60_000,
    disableConsoleIntercept: true,
  },
})
