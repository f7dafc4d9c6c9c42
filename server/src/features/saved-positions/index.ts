/**
 * Saved positions: a position in a track from which a member wants to continue, with a comment. Apps of other makers
 * save such positions. The web app uses the play state instead.
 */
import { defineFeature } from '#feature.ts'
import { savedPositionsExport } from './saved-positions.ts'
import './tables.ts'

export { positionsInTracks } from './store.ts'
export { listTrackPositions, removeTrackPosition, saveTrackPosition } from './saved-positions.ts'

export const savedPositions = defineFeature({
  name: 'saved-positions',
  tables: { savedPositions: { accountColumns: ['userId'] } },
  exportSections: [savedPositionsExport],
})
