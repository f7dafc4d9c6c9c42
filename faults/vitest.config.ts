import { defineConfig } from 'vitest/config'

/** Fault tests stop servers, fill disks and wait for timeouts, so the files run one after the other. */
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
