/**
 * The sound of tracks: loudness, waveform, silence at both ends, and the samples that encoders added at both ends.
 * The server analyses each file once, in the background.
 */
import { getAnalysisProgress, getTrackSound } from '@tonarchiv/contract/track-sound'
import { seenBy } from '#access/seen-by.ts'
import { defineFeature } from '#feature.ts'
import { startAnalyser } from './analyser.ts'
import { createProgressReader } from './analysis-progress.ts'
import { soundOfTrack } from './track-sound.ts'
import './tables.ts'

export { analyseArchive, pauseAnalysis } from './analyse-archive.ts'
export { soundOfTrack } from './track-sound.ts'
export { waveformsOfTracks } from './store.ts'
export type { AnalysisCount } from './due-files.ts'

export const analysis = defineFeature({
  name: 'analysis',
  tables: { trackSounds: 'shared', analysisState: 'shared' },
  open: ({ services }) =>
    services.config.analysesTracks ? startAnalyser(services, { yieldsToRequests: true }) : undefined,
  close: (analyser) => analyser?.close(),
  register: (bind, { services }) => {
    const readProgress = createProgressReader(services)
    bind(getAnalysisProgress, async () => ({ progress: await readProgress() }))
    bind(getTrackSound, async ({ caller, params, query }) => ({
      sound: await soundOfTrack(seenBy(services, caller).db, params.id, query.format, {
        withClosed: caller.isAdmin,
      }),
    }))
  },
  events: { archiveChanged: { inEmitter: (_event, _context, analyser) => analyser?.wake() } },
})
