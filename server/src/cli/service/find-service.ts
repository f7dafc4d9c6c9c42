import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { WrongSettings } from '#config.ts'
import { nameOfAccount } from '#platform/accounts.ts'
import { assignmentsIn, readUnit, variablesIn } from './unit-file.ts'

const UNIT = 'tonarchiv.service'
const programFolder = fileURLToPath(new URL('../../../../', import.meta.url))

/** The systemd service that runs the program in this folder. */
export interface InstalledService {
  user: string
  group: string | undefined
  dataFolder: string
  /**
   * The whole environment of the service: the variables of its unit and of its settings files.
   * @throws WrongSettings when this account may not read a settings file
   */
  environment(): Record<string, string>
}

/** Finds the systemd service. Undefined when there is none, or when it runs the program of another folder. */
export function findService(): InstalledService | undefined {
  const section = readUnit(UNIT)
  const last = (name: string) => section?.get(name)?.at(-1)
  const folder = last('WorkingDirectory')
  if (section === undefined || folder === undefined || !isThisProgram(folder)) return undefined
  const own = Object.assign({}, ...(section.get('Environment') ?? []).map(assignmentsIn))
  const files = section.get('EnvironmentFile') ?? []
  const user = last('User') ?? 'root'
  return {
    user,
    group: last('Group'),
    dataFolder: resolve(folder, dataFolderIn(own, files) ?? 'data'),
    environment: () => ({ ...own, ...variablesOf(files, user) }),
  }
}

function isThisProgram(folder: string): boolean {
  return existsSync(folder) && realpathSync(folder) === realpathSync(programFolder)
}

/** The data folder that the service uses. A settings file that cannot be read counts as a file without this setting. */
function dataFolderIn(own: Record<string, string>, files: readonly string[]): string | undefined {
  try {
    return variablesOf(files, '')['DATA_DIR'] ?? own['DATA_DIR']
  } catch (error) {
    if (error instanceof WrongSettings) return own['DATA_DIR']
    throw error
  }
}

function variablesOf(files: readonly string[], user: string): Record<string, string> {
  const variables: Record<string, string> = {}
  for (const file of files) {
    const path = file.replace(/^-/, '')
    try {
      Object.assign(variables, variablesIn(readFileSync(path, 'utf8')))
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      if (code === 'ENOENT') continue
      const reader = nameOfAccount(process.getuid?.() ?? 0)
      throw new WrongSettings([
        `${path} holds the settings of the service and may not be read by the account ${reader}. Run it as root (sudo tonarchiv …) or as ${user}.`,
      ])
    }
  }
  return variables
}
