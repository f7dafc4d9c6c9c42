import { fileURLToPath } from 'node:url'
import { SETTING_NAMES } from '../server/src/platform/setting-names.ts'

export const root = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** The names of all settings, sorted. */
export function settingNames(): string[] {
  return SETTING_NAMES.toSorted()
}
