import { WrongSettings } from '../config.ts'
import { loadSettingsFile } from '#app/settings-file.ts'
import { examine } from '#maintenance/doctor/examine.ts'
import type { Finding } from '#maintenance/doctor/finding.ts'
import { describeUnknown } from '#platform/setting-names.ts'
import type { CommandBeside } from './command.ts'

const SIGNS: Record<Finding['state'], { sign: string; color: number }> = {
  good: { sign: '✓', color: 32 },
  hint: { sign: '–', color: 33 },
  bad: { sign: '✗', color: 31 },
}

export const doctorCommand: CommandBeside = {
  runBeside: async (configure) => {
    let hasFault = false
    const show = (finding: Finding) => {
      for (const line of linesOf(finding, process.stdout.isTTY)) console.log(line)
      hasFault ||= finding.state === 'bad'
    }
    try {
      const config = configure()
      const unknown = loadSettingsFile().map(describeUnknown)
      show(
        unknown.length === 0
          ? { what: 'Settings', state: 'good', message: 'all are allowed' }
          : {
              what: 'Settings',
              state: 'hint',
              message: unknown.join('\n'),
              todo: 'Correct or remove these.',
            },
      )
      for await (const finding of examine(config)) show(finding)
    } catch (error) {
      if (!(error instanceof WrongSettings)) throw error
      show({
        what: 'Settings',
        state: 'bad',
        message: error.message,
        todo: 'Correct these, then run it again.',
      })
    }
    return hasFault ? 1 : 0
  },
}

function* linesOf({ what, state, message, todo }: Finding, hasColors: boolean): Generator<string> {
  const { sign, color } = SIGNS[state]
  const painted = hasColors ? `\u001B[${color}m${sign}\u001B[0m` : sign
  yield `${painted} ${what.padEnd(14)} ${message.replaceAll('\n', `\n${' '.repeat(17)}`)}`
  if (todo !== undefined) yield `${' '.repeat(17)}→ ${todo}`
}
