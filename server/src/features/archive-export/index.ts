/**
 * Export and import of the whole archive, for the command line. An export consists of folders with tagged files,
 * covers and an index.
 */
export { exportArchive, prepareExportFolder } from './export-archive.ts'
export { importArchive } from './import-archive.ts'
export { isExport } from './index-files.ts'
export type { ArchiveImportReport, NotImported } from './report.ts'
