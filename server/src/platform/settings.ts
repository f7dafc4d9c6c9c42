import type { SettingName } from './setting-names.ts'

/** Reads settings from environment variables and collects a line for each wrong one. */
export interface SettingsReader {
  /** One line for each wrong setting: its name, its value and the allowed values. */
  readonly problems: readonly string[]
  /** The trimmed value of a setting; undefined when it is missing or empty. */
  given: (name: SettingName) => string | undefined
  wholeNumber: (name: SettingName, fallback: number, min: number, max: number) => number
  /**
   * An absolute URL with one of these protocols. With `shown: false` its value does not appear in error messages,
   * because it contains a secret.
   */
  address: (name: SettingName, protocols: readonly string[], shown?: boolean) => string | undefined
  /** `yes` or `no`; `no` when it is not set. */
  yesOrNo: (name: SettingName) => boolean
  /** Records that a setting is wrong. `mayHold` describes the allowed values. */
  wrong: (name: SettingName, mayHold: string, shown?: boolean) => void
  /** Records that a setting is missing. `why` says why it is needed. */
  missing: (name: SettingName, why: string) => void
}

export function settingsReader(environment: Record<string, string | undefined>): SettingsReader {
  const problems: string[] = []
  const given = (name: SettingName) => {
    const value = environment[name]?.trim()
    return value === '' ? undefined : value
  }
  const wrong = (name: SettingName, mayHold: string, shown = true) => {
    problems.push(
      `${name}: ${shown ? `"${given(name) ?? ''}" is not allowed` : 'the value is not allowed'}; it must be ${mayHold}.`,
    )
  }
  return {
    problems,
    given,
    wrong,
    missing: (name, why) => problems.push(`${name}: it must be given, too; ${why}.`),
    wholeNumber: (name, fallback, min, max) => {
      const text = given(name)
      if (text === undefined) return fallback
      if (/^\d+$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text)
      wrong(name, `a whole number from ${min} to ${max}`)
      return fallback
    },
    address: (name, protocols, shown = true) => {
      const text = given(name)
      if (text === undefined) return undefined
      if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text
      const beginnings = protocols.map((protocol) => `${protocol}//`).join(' or ')
      wrong(name, `an address that begins with ${beginnings}`, shown)
      return undefined
    },
    yesOrNo: (name) => {
      const text = given(name) ?? 'no'
      if (text !== 'yes' && text !== 'no') wrong(name, 'yes or no')
      return text === 'yes'
    },
  }
}
