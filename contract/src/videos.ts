import * as z from 'zod/mini'
import { badRange, diskFull, refusal, tooLarge, unauthenticated } from './refusal.ts'
import { route } from './route.ts'
import { Id, IsoTimestamp, paging, plainText } from './text.ts'
import { UPLOAD_MAX_BYTES, uploadBroken, uploadGone, uploadUnfinished } from './uploads.ts'

export const VIDEO_PAGE_SIZE = 24
export const VIDEO_TITLE_MAX_LENGTH = 200
/** Maximum length of a description in code points. See docs/security-requirements.md I-05. */
export const VIDEO_DESCRIPTION_MAX_LENGTH = 2000
export const VIDEO_MAX_BYTES = UPLOAD_MAX_BYTES.video
export const THUMBNAIL_MAX_BYTES = 15 * 1024 * 1024
export const THUMBNAIL_WIDTHS = ['320', '640', '1280'] as const

export const Video = z.object({
  id: Id,
  title: z.string(),
  /** The description, which may contain line breaks. Empty when there is none. */
  description: z.string(),
  /** A day as yyyy-MM-dd. */
  upload_date: z.string(),
  /** The duration in seconds; null when the file does not contain it. */
  duration: z.nullable(z.number()),
  /** Bytes. */
  file_size: z.number(),
  /**
   * `/static/videos/{file}`. This is a name and not a URL; `{file}` is the parameter of the stream call. See
   * docs/product.md §11.1.
   */
  file_path: z.string(),
  /** URL path of the stream call, without host and ticket. */
  url: z.string(),
  /** URL path of the thumbnail call, without a width; null when there is none. */
  thumbnailUrl: z.nullable(z.string()),
  /** Width in pixels as displayed, after the rotation that the file specifies. */
  width: z.number(),
  height: z.number(),
  createdAt: IsoTimestamp,
})
export type Video = z.infer<typeof Video>

export const VideoTitle = plainText({
  min: 1,
  max: VIDEO_TITLE_MAX_LENGTH,
  tooShort: 'Bitte gib einen Titel ein',
  tooLong: 'Der Titel darf höchstens 200 Zeichen lang sein',
})
export const VideoDescription = plainText({
  max: VIDEO_DESCRIPTION_MAX_LENGTH,
  tooLong: 'Die Beschreibung darf höchstens 2000 Zeichen lang sein',
  paragraphs: true,
})

const WRONG_DAY = 'Bitte gib ein Datum an'
/** A valid day of the years 1900 to 2100 as yyyy-MM-dd. */
export const UploadDate = z.string(WRONG_DAY).check(z.refine(isDay, WRONG_DAY))

function isDay(text: string): boolean {
  if (!/^(?:19|20|21)\d{2}-\d{2}-\d{2}$/.test(text) || text > '2100-12-31') return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** The refusal of videos for callers who are not logged in. See docs/product.md §11.4. */
export const videosForMembers = refusal(401, unauthenticated.code, 'Nicht authentifiziert')
export const videoNotFound = refusal(404, 'VIDEO_NOT_FOUND', 'Dieses Video gibt es nicht mehr')
export const noVideo = refusal(400, 'VIDEO_MISSING', 'Bitte wähle eine Videodatei')
export const notVideo = refusal(
  415,
  'NOT_VIDEO',
  'Dateityp nicht erlaubt: Das ist keine Videodatei (mp4, webm, mov)',
)
export const brokenVideo = refusal(400, 'VIDEO_BROKEN', 'Das Video ist beschädigt und lässt sich nicht lesen')
/** `{codec}` is the usual name of the codec, such as HEVC. */
export const unplayableVideo = refusal(
  415,
  'VIDEO_UNPLAYABLE',
  'Viele Browser spielen dieses Video nicht ab ({codec}). Bitte speichere es als H.264, VP8, VP9 oder AV1.',
)
export const notAThumbnail = refusal(
  415,
  'NOT_A_THUMBNAIL',
  'Dateityp nicht erlaubt: Das Vorschaubild muss ein Bild sein (JPEG, PNG, WebP, GIF)',
)
export const brokenThumbnail = refusal(
  400,
  'THUMBNAIL_BROKEN',
  'Das Vorschaubild ist beschädigt oder zu groß und lässt sich nicht lesen',
)

export const listVideos = route({
  method: 'GET',
  path: '/api/videos',
  access: 'key',
  summary: 'A page of the videos, newest day first, of one day the last added first.',
  query: z.object(paging(VIDEO_PAGE_SIZE)),
  answer: z.object({ videos: z.array(Video), total: z.number() }),
  refusals: [videosForMembers],
})

export const addVideo = route({
  method: 'POST',
  path: '/api/videos',
  access: 'admin',
  summary: 'Adds a video; `file` is a file, or a field that names a finished upload: `upload:<id>`.',
  multipart: {
    fields: z.object({
      title: z.string(),
      description: z.optional(z.string()),
      /** Default: today (UTC). */
      upload_date: z.optional(z.string()),
    }),
    files: ['file', 'thumbnail'],
  },
  status: 201,
  answer: z.object({ success: z.boolean(), video: Video }),
  refusals: [
    videosForMembers,
    noVideo,
    notVideo,
    brokenVideo,
    unplayableVideo,
    notAThumbnail,
    brokenThumbnail,
    tooLarge,
    uploadBroken,
    uploadGone,
    uploadUnfinished,
    diskFull,
  ],
})

export const updateVideo = route({
  method: 'PATCH',
  path: '/api/videos/:id',
  access: 'admin',
  summary: 'Changes title, description or date of a video.',
  params: z.object({ id: Id }),
  body: z.object({
    title: z.optional(VideoTitle),
    description: z.optional(VideoDescription),
    upload_date: z.optional(UploadDate),
  }),
  answer: z.object({ success: z.boolean(), video: Video }),
  refusals: [videosForMembers, videoNotFound],
})

export const replaceThumbnail = route({
  method: 'PUT',
  path: '/api/videos/:id/thumbnail',
  access: 'admin',
  summary: 'Gives a video another thumbnail.',
  params: z.object({ id: Id }),
  multipart: { fields: z.object({}), files: ['thumbnail'] },
  answer: z.object({ success: z.boolean(), video: Video }),
  refusals: [
    videosForMembers,
    videoNotFound,
    notAThumbnail,
    brokenThumbnail,
    tooLarge,
    uploadBroken,
    diskFull,
  ],
})

export const deleteVideo = route({
  method: 'DELETE',
  path: '/api/videos/:id',
  access: 'admin',
  summary: 'Removes a video with its files; whoever is watching it is cut off.',
  params: z.object({ id: Id }),
  answer: z.object({ success: z.boolean() }),
  refusals: [videosForMembers, videoNotFound],
})

const Name = z.string().check(z.minLength(1), z.maxLength(200))

export const streamVideo = route({
  method: 'GET',
  path: '/api/videos/stream/:file',
  access: 'key',
  limit: 'stream',
  onMediaHost: true,
  media: true,
  summary: 'The bytes of a video, with ranges.',
  params: z.object({ file: Name }),
  answer: 'bytes',
  refusals: [videoNotFound, badRange],
})

export const getThumbnail = route({
  method: 'GET',
  path: '/api/videos/thumbnail/:name',
  access: 'key',
  limit: 'image',
  onMediaHost: true,
  media: true,
  summary: 'A video’s picture, at most `w` pixels wide.',
  params: z.object({ name: Name }),
  query: z.object({ w: z.optional(z.enum(THUMBNAIL_WIDTHS)) }),
  answer: 'bytes',
  refusals: [videoNotFound],
})

/** Sent over the socket: videos were added or removed. */
export const VideosChanged = z.object({ type: z.literal('videosChanged') })
