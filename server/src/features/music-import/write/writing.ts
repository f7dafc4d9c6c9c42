import type { Catalog, TrackFile } from '#features/catalog/index.ts'
import type { Services } from '#services.ts'
import type { ReadFile } from '../read/read-folders.ts'
import type { ImportReport } from '../record/report.ts'

export interface WriteOptions {
  /** Whether files may be stored as hard links, where the file system allows it. */
  mayLink: boolean
  /** Whether values of the files replace those that were edited in the browser. */
  tagsWin: boolean
  /** Whether nothing is written. The report then says what would be written. */
  isDryRun: boolean
}

/** The services and options that all steps of writing share. */
export interface Writing extends WriteOptions {
  services: Services
  catalog: Catalog
  report: ImportReport
  /** Converts a file to an argument for the catalog. */
  linked: (file: ReadFile) => TrackFile
}
