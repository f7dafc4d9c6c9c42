import type { ProbePool } from '#audio-probe/pool/probe-pool.ts'
import type { FilePlacer } from './place-files.ts'
import type { ExportReport } from './report.ts'
import type { TagWriter } from './tags/tag-writer.ts'

/** What all parts of an export share. */
export interface ExportRun {
  root: string
  /** A folder on the same file system for what is being written. */
  work: string
  probe: Pick<ProbePool, 'infoOfAll'>
  placer: FilePlacer
  tagWriter: TagWriter
  /** The folders of the previous export by the ids of their albums. */
  previous: ReadonlyMap<string, string>
  /** Ids of albums by the keys of their folders, of the previous export and of this run. */
  owners: Map<string, string>
  report: ExportReport
  stop: AbortSignal | undefined
}
