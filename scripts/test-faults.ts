import { faultTests } from './fault-tests.ts'
import { runTool } from './run-tool.ts'

/**
 * Makes every fault on purpose, as often as it takes to believe the outcome: kills, full disks, held locks, peers that go
 * away, slow readers. `--short` tries each a few times only, as `npm test` does; other words choose test files by name.
 */
const parameters = process.argv.slice(2)
const chosen = parameters.filter((parameter) => parameter !== '--short')
const env = { FAULTS: chosen.length < parameters.length ? 'short' : 'long' }
process.exit(await runTool('vitest', [...faultTests, ...chosen], env))
