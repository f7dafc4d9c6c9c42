import type { Catalog, TrackFile } from '#features/catalog/index.ts'
import type { Services } from '#services.ts'
import type { ReadFile } from '../read/read-folders.ts'
import type { ImportReport } from '../record/report.ts'

export interface WriteOptions {
  /** Stores the files by hard link where the file system allows it. */
  mayLink: boolean
  /** Values of the files replace those that were edited in the browser. */
  tagsWin: boolean
  /** Nothing is written; the report says what would be. */
  isDryRun: boolean
}

/** The services and options that all steps of writing share. */
export interface Writing extends WriteOptions {
  services: Services
  catalog: Catalog
  report: ImportReport
  /** The file of a track as an argument for the catalog. */
  linked: (file: ReadFile) => TrackFile
}
