import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { faultTests } from './fault-tests.ts'
import { outputOfTool, root, runTool } from './run-tool.ts'
import { withSoundDevice } from './sound-device.ts'
import { keepTemporaryFilesInMemory } from './temporary-files.ts'
import { VITEST_OUTCOME_FILE } from './vitest-outcome.ts'
import {
  describeFailures,
  readPlaywrightReport,
  readVitestOutcome,
  type FailedTest,
  type TestOutcome,
} from './test-reports.ts'

/**
 * Runs all tests. First those of the contract, the server (on both databases) and the web logic, at the same time as
 * the checks of `scripts/check.ts`. Then tests that cause faults, and then journeys in Chromium. The first journey also
 * runs in Firefox if `FIREFOX_PATH` is set. Words after `npm test --` choose test files by name and leave out the
 * checks and Firefox.
 */
const chosen = process.argv.slice(2)

keepTemporaryFilesInMemory()
const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-test-'))
const failedSteps: string[] = []
const failed: FailedTest[] = []
let passed = 0

async function step(name: string, run: () => Promise<number>): Promise<void> {
  const start = performance.now()
  console.log(`\n=== ${name}`)
  const code = await run().catch((error: unknown) => {
    failed.push({ name, errors: [String(error)] })
    return 1
  })
  console.log(
    `=== ${name}: ${code === 0 ? 'good' : 'FAILED'} after ${Math.round((performance.now() - start) / 1000)} s`,
  )
  if (code !== 0) failedSteps.push(name)
}

/**
 * The checks run at the same time as the first tests, many of which wait for a disk or another process and leave
 * processor time unused. Their output is printed after these tests, so that the lines of both are not mixed.
 */
const rules =
  chosen.length > 0
    ? undefined
    : outputOfTool('node', ['scripts/check.ts', '--low-priority']).catch((error: unknown) => ({
        code: 1,
        output: String(error),
      }))

function count(outcome: TestOutcome): void {
  passed += outcome.passed
  failed.push(...outcome.failed)
}

async function runVitest(parameters: readonly string[], env: Record<string, string> = {}): Promise<number> {
  const outcome = join(folder, 'vitest.json')
  const reporters = ['--reporter=default', `--reporter=${root}scripts/vitest-outcome.ts`]
  const code = await runTool('vitest', [...parameters, ...reporters, '--passWithNoTests', ...chosen], {
    ...env,
    [VITEST_OUTCOME_FILE]: outcome,
  })
  count(await readVitestOutcome(outcome))
  return code
}

await step('Contract, server and web logic', async () => runVitest(['run']))

if (rules !== undefined)
  await step('Rules of the house', async () => {
    const { code, output } = await rules
    console.log(output.trimEnd())
    return code
  })

await step('Faults, a few of each', async () => runVitest(faultTests, { FAULTS: 'short' }))

async function runPlaywright(
  parameters: readonly string[],
  env: Record<string, string> = {},
): Promise<number> {
  const report = join(folder, 'playwright.json')
  const code = await runTool('playwright', ['test', ...parameters, '--reporter=list,json'], {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  })
  count(await readPlaywrightReport(report))
  return code
}

await step('Journeys in a browser', () => {
  if (chosen.length > 0) return runPlaywright(['--project=chromium', '--pass-with-no-tests', ...chosen])
  if (process.env['FIREFOX_PATH'] === undefined) return runPlaywright(['--project=chromium'])
  const projects = ['--project=chromium', '--project=first journey in firefox']
  return withSoundDevice((address) => runPlaywright(projects, { FIREFOX_SOUND_DEVICE: address }))
})

await rm(folder, { recursive: true, force: true })
// Printed last, because a long log is often read from its end.
if (failed.length > 0) console.log(`\nFailed tests:\n\n${describeFailures(failed)}`)
if (failedSteps.length > 0) console.log(`\nFailed steps: ${failedSteps.join(', ')}`)
console.log(`\ntests: ${passed} passed, ${failed.length} failed`)
process.exit(failedSteps.length === 0 && failed.length === 0 ? 0 : 1)
