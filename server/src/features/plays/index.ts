/** Plays: a row for each play, counters for all members and for each member, and the most played tracks. */
import { defineFeature } from '#feature.ts'
import { catalog } from '#features/catalog/index.ts'
import { scrobbling } from '#features/scrobbling/index.ts'
import { playCounter } from './count-play.ts'
import { playsExport } from './plays.ts'
import { registerPlays } from './routes.ts'
import './tables.ts'

export { recordPlay } from './plays.ts'
export {
  deviceNameOf,
  mostPlayedOfAlbum,
  mostPlayedOfArtist,
  personalCountsOfTracks,
  playedAlbumIds,
} from './store.ts'

export const plays = defineFeature({
  name: 'plays',
  tables: {
    plays: { accountColumns: ['userId'] },
    trackPlays: 'shared',
    personalPlays: { accountColumns: ['userId'] },
  },
  open: ({ services, use }) => ({ countPlay: playCounter(services, use(scrobbling)) }),
  register: (bind, { services, use }, { countPlay }) =>
    registerPlays(bind, services, { catalog: use(catalog), countPlay }),
  exportSections: [playsExport],
})
