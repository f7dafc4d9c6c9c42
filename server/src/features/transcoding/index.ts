/**
 * Makes playable copies of music that browsers cannot play (ALAC, AIFF, WMA and others), if ffmpeg is
 * installed; the original stays a further file of its track.
 */
import { defineFeature } from '#feature.ts'
import { catalog } from '#features/catalog/index.ts'
import { openConverter } from './converter.ts'
import './tables.ts'

export const transcoding = defineFeature({
  name: 'transcoding',
  tables: { conversions: 'shared' },
  open: ({ services, use }) => openConverter(services, use(catalog)),
  close: (converter) => converter.close(),
  events: { archiveChanged: { inEmitter: (_event, _context, converter) => converter.wake() } },
})
