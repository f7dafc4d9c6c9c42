import { writeFile } from 'node:fs/promises'
import type { SerializedError } from 'vitest'
import type { Reporter } from 'vitest/node'

/** The environment variable with the path of the file that this reporter writes. */
export const UNHANDLED_ERRORS_FILE = 'UNHANDLED_ERRORS_FILE'

/**
 * A reporter that writes the errors which no test has caught, as a list of texts. They make a run fail, but Vitest's
 * JSON report does not contain them.
 */
export default class UnhandledErrors implements Reporter {
  async onTestRunEnd(_modules: unknown, errors: readonly SerializedError[]): Promise<void> {
    const path = process.env[UNHANDLED_ERRORS_FILE]
    if (path === undefined) throw new Error(`${UNHANDLED_ERRORS_FILE} is not set`)
    await writeFile(path, JSON.stringify(errors.map(textOf)))
  }
}

function textOf({ name, message, stack }: SerializedError): string {
  const heading = `${name ?? 'Error'}: ${message}`
  return stack === undefined ? heading : stack.includes(message) ? stack : `${heading}\n${stack}`
}
