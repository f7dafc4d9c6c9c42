import type { ProbePool } from '#audio-probe/pool/probe-pool.ts'
import type { FilePlacer } from './place-files.ts'
import type { ExportReport } from './report.ts'
import type { TagWriter } from './tags/tag-writer.ts'

/** The state that all steps of an export share. */
export interface ExportRun {
  root: string
  /** A folder for unfinished files, on the same file system, so that they can be renamed. */
  work: string
  probe: Pick<ProbePool, 'infoOfAll'>
  placer: FilePlacer
  tagWriter: TagWriter
  /** The folders of the previous export by album id. */
  previous: ReadonlyMap<string, string>
  /** Album ids by the `keyOfName` of their folders, from the previous export and this run. */
  owners: Map<string, string>
  report: ExportReport
  stop: AbortSignal | undefined
}
