import type { ProbePool } from '#audio-probe/pool/probe-pool.ts'
import type { FilePlacer } from './place-files.ts'
import type { ExportReport } from './report.ts'
import type { TagWriter } from './tags/tag-writer.ts'

/** The state that all steps of an export share. */
export interface ExportRun {
  root: string
  /**
   * A folder for unfinished files. It is on the same file system as `root`, so that the files can be renamed into
   * `root`.
   */
  work: string
  probe: Pick<ProbePool, 'infoOfAll'>
  placer: FilePlacer
  tagWriter: TagWriter
  /** The folders of the previous export, by album id. */
  previous: ReadonlyMap<string, string>
  /** The ids of albums by the `keyOfName` of their folders, in the previous export and in this run. */
  owners: Map<string, string>
  report: ExportReport
  stop: AbortSignal | undefined
}
