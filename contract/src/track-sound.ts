import * as z from 'zod/mini'
import { ChosenFormat } from './catalog.ts'
import { notFound } from './refusal.ts'
import { route } from './route.ts'
import { Id } from './text.ts'

/** Values of a waveform; each is the peak of an equal part of the duration. */
export const WAVEFORM_PEAKS = 1800

/** Loudness (LUFS) and true peak (dBTP) of EBU R 128, of a track and of the tracks of its album together. */
const Loudness = z.object({
  trackLufs: z.number(),
  trackPeakDbtp: z.number(),
  albumLufs: z.number(),
  albumPeakDbtp: z.number(),
})

/** What an encoder added to the samples: a player cuts it off for a transition without a gap. */
const EncoderTrim = z.object({
  /** Samples before the first one of the recording. */
  delaySamples: z.number(),
  /** Samples after the last one. */
  paddingSamples: z.number(),
  /** The sample rate of both counts. */
  sampleRate: z.number(),
})

/** What the server has found out about the sound of a track's file. */
export const TrackSound = z.object({
  /** Measured, or from ReplayGain tags. */
  loudness: z.nullable(Loudness),
  /** Base64 of `WAVEFORM_PEAKS` bytes: 255 is full scale. */
  waveform: z.nullable(z.string()),
  /** Length of the silence at both ends. */
  silence: z.nullable(z.object({ startSeconds: z.number(), endSeconds: z.number() })),
  encoder: z.nullable(EncoderTrim),
})
export type TrackSound = z.infer<typeof TrackSound>

export const getTrackSound = route({
  method: 'GET',
  path: '/api/track/:id/sound',
  access: 'key',
  summary: 'Loudness, waveform and gaps of a track; null while they are unknown.',
  params: z.object({ id: Id }),
  /** As in the stream call: the answer is about the file that this call sends for the same format. */
  query: z.object({ format: ChosenFormat }),
  answer: z.object({ sound: z.nullable(TrackSound) }),
  refusals: [notFound],
})

/** How far the server has come with the analysis of the archive. */
export const AnalysisProgress = z.object({
  /** Tracks with a file. */
  tracks: z.number(),
  /** Those of them whose analysis is complete. */
  analysed: z.number(),
})
export type AnalysisProgress = z.infer<typeof AnalysisProgress>

export const getAnalysisProgress = route({
  method: 'GET',
  path: '/api/analysis',
  access: 'key',
  summary: 'How many tracks of the archive are analysed; null when no analysis is under way.',
  answer: z.object({ progress: z.nullable(AnalysisProgress) }),
})
