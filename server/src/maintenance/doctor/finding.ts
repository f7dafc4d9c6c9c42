import type { Config } from '#config.ts'

/** The result of one check. `hint` means that everything works, but could be improved. */
export interface Finding {
  what: string
  state: 'good' | 'hint' | 'bad'
  message: string
  /** The remedy for the operator. */
  todo?: string | undefined
}

export type Check = (config: Config) => Promise<Omit<Finding, 'what'>>
