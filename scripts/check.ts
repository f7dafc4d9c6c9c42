import { outputOfTool } from './run-tool.ts'

/** Type checkers share no types: four of them, which is the default, need twice the processor time of one. */
const ONE_CHECKER = ['--checkers', '1'] as const

/**
 * The checks of the house's rules, the longest first: format, types, imports, references, words, styles, lint, unused
 * code. After one has failed, no further one is started.
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

/** Checks that run at once. Half of the checks use one core only. */
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
