/**
 * Imports a folder of tagged music on the server, and updates the archive when the files have changed; used by the
 * command line. It records which file became which track.
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
