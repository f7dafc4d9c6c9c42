import * as z from 'zod/mini'
import { ChosenFormat } from './catalog.ts'
import { notFound } from './refusal.ts'
import { route } from './route.ts'
import { Id } from './text.ts'

/** Number of values in a waveform. Each value is the peak of an equal part of the duration. */
export const WAVEFORM_PEAKS = 1800

/** Loudness (LUFS) and true peak (dBTP) by EBU R 128: of a track, and of all tracks of its album together. */
const Loudness = z.object({
  trackLufs: z.number(),
  trackPeakDbtp: z.number(),
  albumLufs: z.number(),
  albumPeakDbtp: z.number(),
})

/** The samples that an encoder has added. A player drops them for a transition without a gap. */
const EncoderTrim = z.object({
  /** Number of samples before the first sample of the recording. */
  delaySamples: z.number(),
  /** Number of samples after the last sample of the recording. */
  paddingSamples: z.number(),
  /** The sample rate in which both numbers are counted. */
  sampleRate: z.number(),
})

/** The results of the analysis of a track's file. */
export const TrackSound = z.object({
  /** The loudness; it was measured, or read from ReplayGain tags. */
  loudness: z.nullable(Loudness),
  /** Base64 of `WAVEFORM_PEAKS` bytes: 255 is full scale. */
  waveform: z.nullable(z.string()),
  /** The duration of the silence at the start and at the end. */
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
  /**
   * The preferred format, as in the stream call. The response describes the file that the stream call sends for this
   * format.
   */
  query: z.object({ format: ChosenFormat }),
  answer: z.object({ sound: z.nullable(TrackSound) }),
  refusals: [notFound],
})

/** The progress of the analysis of the archive. */
export const AnalysisProgress = z.object({
  /** Number of tracks with a file. */
  tracks: z.number(),
  /** Number of these tracks whose analysis is complete. */
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
