import type { Goal } from '../report/goal.ts'
import type { Table } from '../report/table.ts'
import type { SampleArchives } from '../archive/sample-archives.ts'

/** The parameters of a measurement. */
export interface BenchContext {
  archives: SampleArchives
  /** A folder for this run, removed at its end. */
  runFolder: string
  /** The version of nginx; undefined when it is not installed. */
  nginx: string | undefined
}

/** The result of a part of the measurements. */
export interface Findings {
  tables: readonly Table[]
  goals: readonly Goal[]
}

export type Part = (context: BenchContext) => Promise<Findings>

export type WithoutArchives = Omit<BenchContext, 'archives'>
export type PartWithoutArchives = (context: WithoutArchives) => Promise<Findings>
