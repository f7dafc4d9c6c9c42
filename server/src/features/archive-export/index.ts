/**
 * Takes the archive out of this program and in again: folders of tagged files with covers and an index; used by
 * the command line.
 */
export { exportArchive, prepareExportFolder } from './export-archive.ts'
export { importArchive } from './import-archive.ts'
export { isExport } from './index-files.ts'
export type { ArchiveImportReport, NotImported } from './report.ts'
