import type { Goal } from '../report/goal.ts'
import type { Table } from '../report/table.ts'
import type { MadeArchives } from '../archive/made-archives.ts'

/** What a part measures with. */
export interface Surroundings {
  archives: MadeArchives
  /** A folder of this run's own, gone at its end. */
  runFolder: string
  /** Undefined when it is not installed. */
  nginx: string | undefined
}

/** What a part found. */
export interface Findings {
  tables: readonly Table[]
  goals: readonly Goal[]
}

export type Part = (surroundings: Surroundings) => Promise<Findings>
