/**
 * Reports plays to Last.fm and ListenBrainz. A member connects an account. A play that counts is queued in its own
 * transaction and reported in the background, even after an outage of the service. No call of a member waits for a
 * service.
 */
import { defineFeature } from '#feature.ts'
import { scrobblingExport } from './connections/connections.ts'
import { registerScrobbling } from './routes.ts'
import { openScrobbling, cleanUpScrobbling } from './scrobbling.ts'
import './tables.ts'

export const scrobbling = defineFeature({
  name: 'scrobbling',
  tables: {
    scrobbleConnections: { accountColumns: ['userId'] },
    // The rows are deleted with their connection.
    scrobbles: 'shared',
    scrobbleAsks: { accountColumns: ['userId'] },
  },
  open: ({ services, times }) => openScrobbling(services, times),
  close: (scrobbler) => scrobbler.close(),
  register: (bind, { services }, scrobbler) => registerScrobbling(bind, services, scrobbler),
  exportSections: [scrobblingExport],
  cleanup: [{ name: 'told plays', schedule: 'rows', run: cleanUpScrobbling }],
})
