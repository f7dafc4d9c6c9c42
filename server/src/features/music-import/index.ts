/**
 * Makes albums of a folder of tagged music that lies on the server: for the command line. Knows the archive, and
 * remembers which file became which track.
 */
import { defineFeature } from '#feature.ts'
import './tables.ts'

export { importMusic, type ImportOptions } from './import-music.ts'
export type { ImportReport, Skipped, SkipReason } from './report.ts'

export const musicImport = defineFeature({
  name: 'music-import',
  tables: { importedFiles: 'shared', importedAlbums: 'shared' },
})
