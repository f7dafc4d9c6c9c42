/**
 * Imports a folder of tagged music that is on the server, for the command line. When the files have changed, a later
 * import updates the archive. The database records which file became which track.
 */
import { defineFeature } from '#feature.ts'
import './tables.ts'

export { importMusic, type ImportOptions } from './import-music.ts'
export { isReadableFolder } from './read/readable-folder.ts'
export { findMissing, type MissingFile, removeMissing } from './write/missing-files.ts'
export type { ImportReport, RemarkKind, SkipReason } from './record/report.ts'

export const musicImport = defineFeature({
  name: 'music-import',
  tables: { importedSources: 'shared', importedAlbums: 'shared', importedValues: 'shared' },
})
