/** The parameters for the tests that cause faults; with `FAULTS=short` they cause each fault only a few times. */
export const faultTests = ['run', '--config', 'faults/vitest.config.ts'] as const
