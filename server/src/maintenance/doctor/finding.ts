import type { Config } from '#config.ts'

/** What one look has found. `hint`: works, and could be better. */
export interface Finding {
  what: string
  state: 'good' | 'hint' | 'bad'
  message: string
  /** What the operator can do. */
  todo?: string | undefined
}

export type Check = (config: Config) => Promise<Omit<Finding, 'what'>>
