import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { VITEST_OUTCOME_FILE } from '../scripts/vitest-outcome.ts'
import {
  describeFailures,
  readPlaywrightReport,
  readVitestOutcome,
  type TestOutcome,
} from '../scripts/test-reports.ts'
import { outputOfTool, root } from '../scripts/run-tool.ts'

async function reportFile(report: unknown): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-report-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'report.json')
  await writeFile(path, JSON.stringify(report))
  return path
}

/** Runs Vitest on these files in a folder of their own, and reads the outcome. */
async function outcomeOf(files: Readonly<Record<string, string>>): Promise<TestOutcome> {
  const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-report-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, code] of Object.entries(files)) await writeFile(join(folder, name), code)
  const config = join(folder, 'vitest.config.ts')
  await writeFile(config, 'export default { test: { globals: true, hookTimeout: 50, testTimeout: 50 } }')
  const outcome = join(folder, 'outcome.json')
  vi.stubEnv(VITEST_OUTCOME_FILE, outcome)
  onTestFinished(() => void vi.unstubAllEnvs())
  const reporter = `--reporter=${root}scripts/vitest-outcome.ts`
  const run = ['run', `--config=${config}`, `--root=${folder}`, reporter]
  expect((await outputOfTool('vitest', run)).code).toBe(1)
  const { passed, failed } = await readVitestOutcome(outcome)
  const local = (text: string) => text.replaceAll(`${folder}/`, '')
  return {
    passed,
    failed: failed.map(({ name, errors }) => ({ name: local(name), errors: errors.map(local) })),
  }
}

test('failed tests of Vitest are named with their file, their message and where they failed', async () => {
  const { passed, failed } = await outcomeOf({
    'chat.test.ts': [
      "describe('a room', () => {",
      "  test('is joined', () => {})",
      "  test('is left', () => expect(1, 'seats').toBe(2))",
      "  test('is quiet', () => new Promise(() => {}))",
      // As errors of actions in a browser: the stack does not contain the message.
      "  test('is clicked', () => {",
      "    const error = new Error('placeholder')",
      '    const { stack } = error',
      "    error.message = 'Timeout exceeded.\\nwaiting for a button'",
      '    error.stack = stack',
      '    throw error',
      '  })',
      '})',
    ].join('\n'),
    'gone.test.ts': "import './nowhere.ts'",
    'hook.test.ts': [
      'beforeAll(() => Promise.reject(new Error("no server")))',
      "test('is sent', () => {})",
    ].join('\n'),
  })
  expect(passed).toBe(1)
  const described = describeFailures(failed.toSorted((a, b) => (a.name < b.name ? -1 : 1))).split('\n')
  expect(described).toEqual([
    'chat.test.ts › a room › is clicked',
    '    Error: Timeout exceeded.',
    '        at chat.test.ts:6:19',
    '    waiting for a button',
    '',
    'chat.test.ts › a room › is left',
    '    AssertionError: seats: expected 1 to be 2 // Object.is equality',
    '        at chat.test.ts:3:44',
    '',
    'chat.test.ts › a room › is quiet',
    '    Error: Test timed out in 50ms.',
    '        at chat.test.ts:4:3',
    expect.stringContaining('If this is a long-running test'),
    '',
    'gone.test.ts',
    expect.stringContaining('Cannot find module'),
    '        at gone.test.ts:1:1',
    '',
    'hook.test.ts',
    '    Error: no server',
    '        at hook.test.ts:1:32',
  ])
})

test('an error has at most twelve lines', () => {
  const lines = Array.from({ length: 30 }, (_, line) => `line ${line}`)
  const error = ['\u001B[31mError: 1 is not 2', '', '    at /a/node_modules/b.js', ...lines].join('\n')
  expect(describeFailures([{ name: 'a.test.ts', errors: [error] }]).split('\n')).toEqual([
    'a.test.ts',
    '    Error: 1 is not 2',
    ...lines.slice(0, 11).map((line) => `    ${line}`),
  ])
})

test('failed tests of Playwright are named, and what failed outside of tests', async () => {
  const spec = (title: string, status: string, message?: string) => ({
    title,
    tests: [
      {
        projectName: 'chromium',
        status,
        results: [{ errors: message === undefined ? [] : [{ message }] }],
      },
    ],
  })
  const path = await reportFile({
    stats: { expected: 2 },
    suites: [
      {
        title: 'chat.e2e.ts',
        specs: [spec('is sent', 'expected'), spec('is later', 'skipped')],
        suites: [{ title: 'on phones', specs: [spec('is read', 'unexpected', 'Error: not visible')] }],
      },
    ],
    errors: [{ message: 'Error: no tests found' }],
  })
  expect(await readPlaywrightReport(path)).toEqual({
    passed: 2,
    failed: [
      { name: '[chromium] › chat.e2e.ts › on phones › is read', errors: ['Error: not visible'] },
      { name: 'outside of the tests', errors: ['Error: no tests found'] },
    ],
  })
})

test('an error that no test of Vitest catches is named', async () => {
  const { failed } = await outcomeOf({
    'a.test.ts': "test('passes', () => void Promise.reject(new TypeError('nobody waits for this')))",
  })
  expect(describeFailures(failed).split('\n')).toEqual([
    'outside of the tests',
    '    TypeError: nobody waits for this',
    expect.stringContaining('a.test.ts:1:'),
  ])
})
