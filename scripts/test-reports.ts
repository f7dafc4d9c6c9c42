import { readFile } from 'node:fs/promises'
import { stripVTControlCharacters } from 'node:util'
import * as z from 'zod/mini'

export interface FailedTest {
  /** The file, the describe blocks and the name, for example "server/src/a.test.ts › a name". */
  name: string
  errors: readonly string[]
}

export interface TestOutcome {
  passed: number
  failed: readonly FailedTest[]
}

const VitestOutcome = z.object({
  passed: z.number(),
  failed: z.array(z.object({ name: z.string(), errors: z.array(z.string()) })),
})

const PlaywrightSuite = z.object({
  title: z.string(),
  specs: z.array(
    z.object({
      title: z.string(),
      tests: z.array(
        z.object({
          projectName: z.string(),
          status: z.string(),
          results: z.array(z.object({ errors: z.array(z.object({ message: z.optional(z.string()) })) })),
        }),
      ),
    }),
  ),
  get suites() {
    return z.optional(z.array(PlaywrightSuite))
  },
})

const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number() }),
  suites: z.array(PlaywrightSuite),
  /** Errors outside of tests, for example of a file that cannot be loaded. */
  errors: z.array(z.object({ message: z.optional(z.string()) })),
})

/** The name of what failed outside of the tests. */
export const OUTSIDE_OF_TESTS = 'outside of the tests'

/** Reads what the reporter `vitest-outcome.ts` has written. */
export async function readVitestOutcome(path: string): Promise<TestOutcome> {
  return z.parse(VitestOutcome, JSON.parse(await readFile(path, 'utf8')))
}

/** Reads a report of Playwright. Skipped tests count neither as passed nor as failed. */
export async function readPlaywrightReport(path: string): Promise<TestOutcome> {
  const report = z.parse(PlaywrightReport, JSON.parse(await readFile(path, 'utf8')))
  const outside = report.errors.map(({ message = '' }) => ({
    name: OUTSIDE_OF_TESTS,
    errors: [message],
  }))
  return {
    passed: report.stats.expected,
    failed: [...report.suites.flatMap((suite) => failedIn(suite, [])), ...outside],
  }
}

function failedIn(suite: z.infer<typeof PlaywrightSuite>, above: readonly string[]): FailedTest[] {
  const titles = [...above, suite.title]
  const own = suite.specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) => ({
        name: [`[${projectName}]`, ...titles, title].join(' › '),
        errors: results.flatMap(({ errors }) => errors.map(({ message = '' }) => message)),
      })),
  )
  return [...own, ...(suite.suites ?? []).flatMap((inner) => failedIn(inner, titles))]
}

const LINES_OF_AN_ERROR = 12

/** The names of failed tests and the first lines of their errors, to be printed where the log ends. */
export function describeFailures(failed: readonly FailedTest[]): string {
  return failed
    .map(({ name, errors }) => [name, ...errors.map((error) => indented(firstLines(error)))].join('\n'))
    .join('\n\n')
}

function firstLines(text: string): string[] {
  const lines = stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.includes('/node_modules/'))
  return lines.slice(0, LINES_OF_AN_ERROR)
}

const indented = (lines: readonly string[]): string => lines.map((line) => `    ${line}`).join('\n')

/** A path as Vitest reports it, relative to the repository. */
export function fileName(path: string): string {
  const root = new URL('..', import.meta.url).pathname
  return path.startsWith(root) ? path.slice(root.length) : path
}
