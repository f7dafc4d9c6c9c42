/** The sound of tracks: loudness, waveform, silence at both ends, and what encoders added. */
import { getTrackSound } from '@tonarchiv/contract/track-sound'
import { defineFeature } from '#feature.ts'
import { soundOfTrack } from './track-sound.ts'
import './tables.ts'

export const analysis = defineFeature({
  name: 'analysis',
  tables: { trackSounds: 'shared', analysisState: 'shared' },
  register: (bind, { services: { db } }) => {
    bind(getTrackSound, async ({ params, query }) => ({
      sound: await soundOfTrack(db, params.id, query.format),
    }))
  },
})
