import { constants, setPriority } from 'node:os'
import { outputOfTool } from './run-tool.ts'

// For checks that run beside tests: tests have timeouts, and the checks are not urgent.
if (process.argv.includes('--low-priority')) setPriority(constants.priority.PRIORITY_LOW)

/**
 * Runs one type checker. Type checkers share no types, so four of them (the default) need twice the processor time of
 * one.
 */
const ONE_CHECKER = ['--checkers', '1'] as const

/**
 * The checks of the house rules, in the order in which they are started. After a check has failed, no further check is
 * started.
 */
const steps: readonly (readonly [name: string, tool: string, ...parameters: string[]])[] = [
  ['packages', 'node', 'scripts/check-packages.ts'],
  ['format', 'oxfmt', '--check', '.'],
  ['lint', 'oxlint', '--type-aware', '--deny-warnings', '.'],
  ['types of the server', 'tsc', '-p', 'server', ...ONE_CHECKER],
  ['types of tools and journeys', 'tsc', '-p', '.', ...ONE_CHECKER],
  ['types of the web app', 'tsc', '-p', 'web', ...ONE_CHECKER],
  ['types of the contract', 'tsc', '-p', 'contract', ...ONE_CHECKER],
  ['imports', 'node', 'scripts/check-imports.ts'],
  ['references', 'node', 'scripts/check-references.ts'],
  ['words', 'node', 'scripts/check-words.ts'],
  ['styles', 'node', 'scripts/check-styles.ts'],
  ['entity diagram', 'node', 'scripts/draw-schema.ts', '--check'],
  ['unused code', 'knip'],
]

/** Number of checks that run at once. Half of the checks use only one core. */
const AT_ONCE = 2

const waiting = [...steps]
async function runSteps(): Promise<void> {
  for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
    const [name, tool, ...parameters] = step
    const { code, output } = await outputOfTool(tool, parameters)
    console.log(`— ${name}\n${output}`.trimEnd())
    if (code === 0) continue
    console.error(`The check "${name}" failed.`)
    process.exitCode = code
    waiting.length = 0
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, runSteps))
