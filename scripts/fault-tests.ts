/** Runs the tests that make faults on purpose; `FAULTS=short` tries each a few times only. */
export const faultTests = ['run', '--config', 'faults/vitest.config.ts'] as const
