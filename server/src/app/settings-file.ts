import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { WrongSettings } from '#config.ts'
import { accountName } from '#platform/accounts.ts'
import { type UnknownSetting, unknownSettings } from '#platform/setting-names.ts'

/** The file `.env` beside package.json. */
const path = fileURLToPath(new URL('../../../.env', import.meta.url))

/**
 * Adds the settings of the file `.env` to the environment. A variable that the environment already has is not replaced.
 * @returns variables of the file and of the environment that look like settings, but are none
 * @throws WrongSettings when the file exists and cannot be read
 */
export function loadSettingsFile(): UnknownSetting[] {
  const settings = existsSync(path) ? parseEnv(textOfFile()) : {}
  for (const [name, value] of Object.entries(settings)) process.env[name] ??= value
  return unknownSettings(process.env, Object.keys(settings))
}

function textOfFile(): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw new WrongSettings([`${path} cannot be read by the account ${accountName()} (${code}).`])
  }
}
