/**
 * Converts music with ffmpeg, where it is installed. It makes playable copies of files that browsers cannot play (ALAC,
 * AIFF, WMA and others); the original stays as a further file of its track. On request it also makes smaller encodings
 * for listeners who want to load fewer bytes.
 */
import { defineFeature } from '#feature.ts'
import { catalog } from '#features/catalog/index.ts'
import { openConverter } from './converter.ts'
import { qualitySender } from './qualities/quality-sender.ts'
import { cleanUpQualities, openQualityStreams } from './qualities/quality-streams.ts'
import { registerQualities } from './qualities/routes.ts'
import './tables.ts'

export const transcoding = defineFeature({
  name: 'transcoding',
  tables: { conversions: 'shared' },
  open: ({ services, use, times }) => {
    const qualities = openQualityStreams(services, times)
    return {
      converter: openConverter(services, use(catalog)),
      qualities,
      send: qualitySender(services, qualities),
    }
  },
  close: async ({ converter, qualities }) => {
    await Promise.all([converter.close(), qualities.close()])
  },
  register: (bind, { streams, use }, { qualities, send }) =>
    registerQualities(bind, { catalog: use(catalog), streams, qualities, send }),
  events: { archiveChanged: { inEmitter: (_event, _context, { converter }) => converter.wake() } },
  cleanup: [{ name: 'qualities', schedule: 'local', run: cleanUpQualities }],
})
