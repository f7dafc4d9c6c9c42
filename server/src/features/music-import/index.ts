/**
 * Imports a folder of tagged music on the server; used by the command line. It records which file became
 * which track.
 */
import { defineFeature } from '#feature.ts'
import './tables.ts'

export { importMusic, type ImportOptions } from './import-music.ts'
export type { ImportReport, Skipped, SkipReason } from './report.ts'

export const musicImport = defineFeature({
  name: 'music-import',
  tables: { importedFiles: 'shared', importedAlbums: 'shared' },
})
