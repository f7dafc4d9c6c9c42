import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { UNHANDLED_ERRORS_FILE } from '../scripts/unhandled-errors.ts'
import {
  describeFailures,
  readPlaywrightReport,
  readUnhandledErrors,
  readVitestReport,
} from '../scripts/test-reports.ts'
import { outputOfTool, root } from '../scripts/run-tool.ts'

async function reportFile(report: unknown): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-report-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'report.json')
  await writeFile(path, JSON.stringify(report))
  return path
}

test('failed tests of Vitest are named with their file and the first lines of their errors', async () => {
  const stack = Array.from({ length: 30 }, (_, line) => `    at frame ${line}`)
  const path = await reportFile({
    numPassedTests: 1,
    testResults: [
      {
        name: `${root}server/src/chat.test.ts`,
        status: 'failed',
        message: '',
        assertionResults: [
          { ancestorTitles: [], title: 'works', status: 'passed', failureMessages: [] },
          {
            ancestorTitles: ['a room'],
            title: 'is left',
            status: 'failed',
            failureMessages: [
              ['\u001B[31mAssertionError: 1 is not 2', '', '    at /a/node_modules/b.js', ...stack].join(
                '\n',
              ),
            ],
          },
        ],
      },
      {
        name: `${root}web/src/gone.test.ts`,
        status: 'failed',
        message: 'Cannot find module',
        assertionResults: [],
      },
    ],
  })
  const { passed, failed } = await readVitestReport(path)
  expect(passed).toBe(1)
  expect(describeFailures(failed).split('\n')).toEqual([
    'server/src/chat.test.ts › a room › is left',
    '    AssertionError: 1 is not 2',
    ...stack.slice(0, 7).map((line) => `    ${line}`),
    '',
    'web/src/gone.test.ts',
    '    Cannot find module',
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
  const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-report-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const code = ["test('passes', () => void Promise.reject(new TypeError('nobody waits for this')))"]
  await writeFile(join(folder, 'a.test.ts'), code.join('\n'))
  const config = join(folder, 'vitest.config.ts')
  await writeFile(config, 'export default { test: { globals: true } }')
  const unhandled = join(folder, 'unhandled.json')
  vi.stubEnv(UNHANDLED_ERRORS_FILE, unhandled)
  onTestFinished(() => void vi.unstubAllEnvs())
  const reporter = `--reporter=${root}scripts/unhandled-errors.ts`
  const run = ['run', `--config=${config}`, `--root=${folder}`, reporter]
  expect((await outputOfTool('vitest', run)).code).toBe(1)
  const [error, ...others] = describeFailures(await readUnhandledErrors(unhandled)).split('\n')
  expect(error).toBe('outside of the tests')
  expect(others[0]).toBe('    TypeError: nobody waits for this')
})
