import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { WrongSettings } from '#config.ts'
import { accountName } from '#platform/accounts.ts'
import { type UnknownSetting, unknownSettings } from '#platform/setting-names.ts'

/** The file `.env` beside package.json. */
const path = fileURLToPath(new URL('../../../.env', import.meta.url))

/**
 * Adds the settings of `.env` to the environment, whose own variables win.
 * @returns variables of both that look like settings, but are none
 * @throws WrongSettings when the file may not be read
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
