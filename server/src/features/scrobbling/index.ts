/**
 * Plays told to Last.fm and ListenBrainz: an account is connected, what counts as played is kept with the play itself
 * and told in the background, also after an outage. Knows the archive's rows; nobody waits for a service.
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
    // They go with their connection.
    scrobbles: 'shared',
    scrobbleAsks: { accountColumns: ['userId'] },
  },
  open: ({ services, times }) => openScrobbling(services, times),
  close: (scrobbler) => scrobbler.close(),
  register: (bind, { services }, scrobbler) => registerScrobbling(bind, services, scrobbler),
  exportSections: [scrobblingExport],
  cleanup: [{ name: 'told plays', schedule: 'rows', run: cleanUpScrobbling }],
})
