import { writeFile } from 'node:fs/promises'
import type { TestError } from 'vitest'
import type { Reporter, TestModule } from 'vitest/node'
import { fileName, OUTSIDE_OF_TESTS, type FailedTest, type TestOutcome } from './test-reports.ts'

/** The environment variable with the path of the file that this reporter writes. */
export const VITEST_OUTCOME_FILE = 'VITEST_OUTCOME_FILE'

/**
 * A reporter that writes the outcome of a run as a `TestOutcome`. Vitest's JSON report contains neither the errors that
 * no test has caught nor the messages of failed actions in a browser, because it has only the stack of an error.
 */
export default class VitestOutcome implements Reporter {
  async onTestRunEnd(modules: readonly TestModule[], errors: readonly TestError[]): Promise<void> {
    const path = process.env[VITEST_OUTCOME_FILE]
    if (path === undefined) throw new Error(`${VITEST_OUTCOME_FILE} is not set`)
    const outcome: TestOutcome = {
      passed: modules.flatMap((module) => [...module.children.allTests('passed')]).length,
      failed: [
        ...modules.flatMap(failedIn),
        ...errors.map((error) => ({ name: OUTSIDE_OF_TESTS, errors: [textOf(error)] })),
      ],
    }
    await writeFile(path, JSON.stringify(outcome))
  }
}

/** The failed tests of a file. A file that could not be loaded, or whose hooks failed, counts as one failed test. */
function failedIn(module: TestModule): FailedTest[] {
  const file = fileName(module.moduleId)
  const tests = [...module.children.allTests('failed')].map((test) => ({
    name: [file, test.fullName.replaceAll(' > ', ' › ')].join(' › '),
    errors: (test.result().errors ?? []).map(textOf),
  }))
  if (tests.length > 0 || module.state() !== 'failed') return tests
  const suites = [...module.children.allSuites()]
  const errors = [...module.errors(), ...suites.flatMap((suite) => suite.errors())]
  return [{ name: file, errors: errors.map(textOf) }]
}

/** The first line of an error, where it was thrown, and the rest of its message. */
function textOf({ name, message, stack = '', stacks }: TestError): string {
  const [first = '', ...others] = message.split('\n')
  // Vitest parses the stacks of errors in tests only. The first line of a stack is not always that of the message.
  const frames =
    stacks?.map(({ file, line, column }) => `    at ${fileName(file)}:${line}:${column}`) ??
    stack.split('\n').filter((line) => /^\s+at .*:\d+:\d+/.test(line))
  return [`${name ?? 'Error'}: ${first}`, ...frames, ...others].join('\n')
}
