import * as z from 'zod/mini'
import { fileUnavailable } from './catalog.ts'
import { badRange, overloaded, refusal } from './refusal.ts'
import { route } from './route.ts'
import { wholeNumber } from './text.ts'

/** Bit rates in kilobits per second of the qualities besides the original file. */
export const QUALITIES = ['192', '96'] as const
export type Quality = (typeof QUALITIES)[number]

/** The codecs for other qualities: Opus and AAC in fragmented MP4, or MP3. */
export const QUALITY_CODECS = ['opus', 'aac', 'mp3'] as const
export type QualityCodec = (typeof QUALITY_CODECS)[number]

/** The latest second of a track at which a stream may begin. */
const FROM_MAX_SECONDS = 7 * 24 * 3600

export const qualityUnavailable = refusal(
  404,
  'QUALITY_UNAVAILABLE',
  'Dieser Track ist nur im Original verfügbar',
)

export const listQualities = route({
  method: 'GET',
  path: '/api/qualities',
  access: 'key',
  summary: 'In which encodings tracks can be sent beside the original; none without ffmpeg on the server.',
  answer: z.object({ codecs: z.array(z.enum(QUALITY_CODECS)) }),
})

export const streamQuality = route({
  method: 'GET',
  path: '/api/quality/:file',
  access: 'key',
  limit: 'stream',
  onMediaHost: true,
  media: true,
  summary:
    'A track in another quality, sent while it is encoded; with ranges once it is whole. The address is that of the file.',
  params: z.object({ file: z.string().check(z.minLength(1), z.maxLength(200)) }),
  query: z.object({
    kbps: z.enum(QUALITIES),
    codec: z.enum(QUALITY_CODECS),
    /** The second of the track at which the stream begins. */
    from: z.optional(wholeNumber({ min: 0, max: FROM_MAX_SECONDS })),
  }),
  answer: 'bytes',
  refusals: [fileUnavailable, qualityUnavailable, badRange, overloaded],
})
