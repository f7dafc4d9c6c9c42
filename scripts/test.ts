import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { runTool } from './run-tool.ts'
import { withSoundDevice } from './sound-device.ts'
import { faultTests } from './fault-tests.ts'

/**
 * All tests: the house's rules, then contract, server (on both databases) and web logic, then faults made on purpose, then
 * journeys in a real browser, and where there is a Firefox, the first of them in it.
 * Words after `npm test --` choose test files by name and leave the rules out.
 */
const chosen = process.argv.slice(2)

const VitestReport = z.object({ numPassedTests: z.number(), numFailedTests: z.number() })
const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number() }),
})

const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-test-'))
let failures = 0
let passed = 0
let failed = 0

async function step(name: string, run: () => Promise<number>): Promise<void> {
  const start = performance.now()
  console.log(`\n=== ${name}`)
  const code = await run()
  console.log(
    `=== ${name}: ${code === 0 ? 'good' : 'FAILED'} after ${Math.round((performance.now() - start) / 1000)} s`,
  )
  if (code !== 0) failures += 1
}

if (chosen.length === 0) await step('Rules of the house', () => runTool('node', ['scripts/check.ts']))

/** Runs Vitest and counts what it ran. */
async function runVitest(parameters: readonly string[], env: Record<string, string> = {}): Promise<number> {
  const report = join(folder, 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await runTool('vitest', [...parameters, ...reporters, '--passWithNoTests', ...chosen], env)
  const counts = z.parse(VitestReport, JSON.parse(await readFile(report, 'utf8')))
  passed += counts.numPassedTests
  failed += counts.numFailedTests
  return code
}

await step('Contract, server and web logic', async () => runVitest(['run']))

await step('Faults, a few of each', async () => runVitest(faultTests, { FAULTS: 'short' }))

await step('Journeys in a browser', async () => {
  const report = join(folder, 'playwright.json')
  const parameters = [
    'test',
    '--project=chromium',
    '--reporter=list,json',
    ...(chosen.length > 0 ? ['--pass-with-no-tests'] : []),
    ...chosen,
  ]
  const code = await runTool('playwright', parameters, { PLAYWRIGHT_JSON_OUTPUT_FILE: report })
  const { stats } = z.parse(PlaywrightReport, JSON.parse(await readFile(report, 'utf8')))
  passed += stats.expected
  failed += stats.unexpected
  return code
})

if (chosen.length === 0 && process.env['FIREFOX_PATH'] !== undefined) {
  // In a folder of its own, so that what failed before is still there to be looked at.
  const parameters = ['--project=firefox', '--output=test-results/firefox', 'e2e/from-setup-to-music.e2e.ts']
  await step('The first journey in Firefox', () =>
    withSoundDevice((env) => runTool('playwright', ['test', ...parameters], env)),
  )
}

await rm(folder, { recursive: true, force: true })
console.log(`\ntests: ${passed} passed, ${failed} failed`)
process.exit(failures === 0 && failed === 0 ? 0 : 1)
