import * as z from 'zod/mini'
import { cleanLyrics, LYRICS_MAX_LENGTH } from './lyrics-text.ts'
import { notFound, refusal } from './refusal.ts'
import { route } from './route.ts'
import { Id, IsoTimestamp } from './text.ts'

/** Lyrics that an admin enters: plain text, or LRC with times. An empty text removes the lyrics. */
export const LyricsText = z.string('Bitte gib einen Text ein').check(
  z.maxLength(LYRICS_MAX_LENGTH, {
    error: `Der Songtext darf höchstens ${LYRICS_MAX_LENGTH.toLocaleString('de-DE')} Zeichen lang sein`,
    abort: true,
  }),
  z.overwrite(cleanLyrics),
)

/** The origin of lyrics: the tags of the track's file, a file beside it, or an admin. */
export const LYRICS_SOURCES = ['tags', 'file', 'edited'] as const
export type LyricsSource = (typeof LYRICS_SOURCES)[number]

export const TrackLyrics = z.object({
  /** The text of the lyrics: plain, or LRC (see `readLyrics`). */
  text: z.string(),
  /** Whether every line has a time. */
  isTimed: z.boolean(),
  source: z.enum(LYRICS_SOURCES),
  updatedAt: IsoTimestamp,
})
export type TrackLyrics = z.infer<typeof TrackLyrics>

export const lyricsChanged = refusal(409, 'LYRICS_CHANGED', 'Der Songtext wurde inzwischen geändert')

export const getLyrics = route({
  method: 'GET',
  path: '/api/track/:id/lyrics',
  access: 'key',
  summary: 'The lyrics of a track; null when it has none.',
  params: z.object({ id: Id }),
  answer: z.object({ lyrics: z.nullable(TrackLyrics) }),
  refusals: [notFound],
})

export const saveLyrics = route({
  method: 'PUT',
  path: '/api/track/:id/lyrics',
  access: 'admin',
  summary: 'Gives a track other lyrics; an empty text removes them.',
  params: z.object({ id: Id }),
  body: z.object({
    text: LyricsText,
    /**
     * `updatedAt` of the lyrics from which the admin started; null if there were none. If other lyrics have been stored
     * since, the call is rejected.
     */
    seen: z.optional(z.nullable(IsoTimestamp.check(z.maxLength(40)))),
  }),
  bodyLimitBytes: 512 * 1024,
  answer: z.object({ success: z.boolean(), lyrics: z.nullable(TrackLyrics) }),
  refusals: [notFound, lyricsChanged],
})
