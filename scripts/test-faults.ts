import { faultTests } from './fault-tests.ts'
import { runTool } from './run-tool.ts'

/**
 * Causes every fault often enough to trust the outcome: kills, full disks, held locks, unavailable peers, slow readers.
 * With `--short` it causes each fault only a few times, as `npm test` does. Other words choose test files by name.
 */
const parameters = process.argv.slice(2)
const chosen = parameters.filter((parameter) => parameter !== '--short')
const env = { FAULTS: chosen.length < parameters.length ? 'short' : 'long' }
process.exit(await runTool('vitest', [...faultTests, ...chosen], env))
