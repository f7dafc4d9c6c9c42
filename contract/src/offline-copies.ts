import * as z from 'zod/mini'
import { ChosenFormat } from './catalog.ts'
import { TrackLyrics } from './lyrics.ts'
import { route } from './route.ts'
import { Id } from './text.ts'
import { TrackSound } from './track-sound.ts'

/** Maximum number of tracks in one call for their files, and in one call for their details. */
export const COPIED_FILES_MAX = 1000
export const COPIED_DETAILS_MAX = 20

/** The file of a track that the stream call sends. */
export const CopiedFile = z.object({
  trackId: Id,
  /** Name for the stream call. */
  file: z.string(),
  /**
   * The version of the file. It differs when the bytes differ, even under the same file name. The stream call accepts
   * it as `version`.
   */
  version: z.string().check(z.regex(/^[\w.-]{1,64}$/)),
  sizeBytes: z.number(),
})
export type CopiedFile = z.infer<typeof CopiedFile>

const trackIds = (max: number) =>
  z
    .array(Id)
    .check(
      z.minLength(1, 'Bitte wähle mindestens einen Titel'),
      z.maxLength(max, `Höchstens ${max} Titel auf einmal`),
    )

/**
 * The preferred format, as in the stream call. The response describes the files that the stream call sends for this
 * format.
 */
const format = ChosenFormat

export const listCopiedFiles = route({
  method: 'POST',
  path: '/api/offline/files',
  access: 'key',
  summary:
    'Sizes and versions of the files of tracks, for copies in the browser; tracks without a file are left out.',
  body: z.object({ trackIds: trackIds(COPIED_FILES_MAX), format }),
  bodyLimitBytes: 128 * 1024,
  answer: z.object({ files: z.array(CopiedFile) }),
})

/** The data that the player needs for a track in addition to its file. */
export const CopiedDetails = z.object({
  trackId: Id,
  sound: z.nullable(TrackSound),
  lyrics: z.nullable(TrackLyrics),
})
export type CopiedDetails = z.infer<typeof CopiedDetails>

export const listCopiedDetails = route({
  method: 'POST',
  path: '/api/offline/details',
  access: 'key',
  summary: 'Waveform, loudness and lyrics of tracks, for copies in the browser; unknown tracks are left out.',
  body: z.object({ trackIds: trackIds(COPIED_DETAILS_MAX), format }),
  answer: z.object({ details: z.array(CopiedDetails) }),
})
