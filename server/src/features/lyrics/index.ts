/**
 * The lyrics of tracks: plain text, or LRC with times. Members read them and admins edit them. The import of music
 * reads them from tags and from files beside the music.
 */
import { defineFeature } from '#feature.ts'
import { auditSentences } from './audit-sentences.ts'
import { registerLyrics } from './routes.ts'
import './tables.ts'

export { lyricsOfTracks } from './lyrics.ts'
export { foundLines, textsOfLyrics } from './searchable.ts'
export { type LyricsRow, putImportedLyrics, removeImportedLyrics, storedLyrics } from './store.ts'

export const lyrics = defineFeature({
  name: 'lyrics',
  tables: { trackLyrics: 'shared' },
  register: (bind, { services }) => registerLyrics(bind, services),
  auditSentences,
})
