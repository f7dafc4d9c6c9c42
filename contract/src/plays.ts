import * as z from 'zod/mini'
import { Track } from './catalog.ts'
import { notFound, refusal } from './refusal.ts'
import { route } from './route.ts'
import { Id, IsoTimestamp, pageLimit, paging } from './text.ts'

/** Seconds of listened time after which a play counts. See docs/product.md §10.1. */
export const PLAY_AFTER_SECONDS = 30
/** Number of plays on a page of the history. See docs/product.md §10.2. */
export const PLAYS_PAGE_SIZE = 50
export const TOP_TRACKS = 10

/**
 * Number of days for which a play that could not be reported keeps its time when it is reported later. An older play
 * gets the current time. One day more than offline copies stay playable without a connection (docs/product.md §22.3).
 */
export const LATE_PLAY_DAYS = 31

const Seconds = z.number().check(z.minimum(0), z.maximum(86_400))

/**
 * A play in a member's own history. Title, artist, album and cover are those in the archive now, or those at the time
 * of the play if the track was deleted since. See docs/product.md §10.2.
 */
export const Play = z.object({
  id: Id,
  /** Null when the track has been deleted since. */
  track_id: z.nullable(Id),
  track_name: z.string(),
  artist: z.string(),
  album: z.string(),
  cover_url: z.string(),
  duration: z.number(),
  completed: z.boolean(),
  played_at: IsoTimestamp,
  /** The current data of the track; null when it was deleted or has no file any more. */
  track: z.nullable(z.extend(z.omit(Track, { title: true }), { file: z.string(), exclusive: z.boolean() })),
})
export type Play = z.infer<typeof Play>

/** Plays of one track; 0 and null when it has never been played. */
export const TrackStats = z.object({ count: z.number(), lastPlayed: z.nullable(IsoTimestamp) })
export type TrackStats = z.infer<typeof TrackStats>

export const TopTrack = z.extend(Track, {
  artist: z.string(),
  /** The album's title. */
  album: z.string(),
  coverUrl: z.string(),
  count: z.number(),
  exclusive: z.boolean(),
  /** File name for the stream call. */
  file: z.string(),
})
export type TopTrack = z.infer<typeof TopTrack>

export const playedJustNow = refusal(409, 'PLAYED_JUST_NOW', 'Dieser Track wurde gerade schon gezählt')

export const recordPlay = route({
  method: 'POST',
  path: '/api/plays',
  access: 'key',
  summary: 'Counts one play after 30 s of heard time; names come from the archive, not from the caller.',
  body: z.object({
    track_id: Id,
    track_name: z.nullish(z.string()),
    artist: z.nullish(z.string()),
    album: z.nullish(z.string()),
    cover_url: z.nullish(z.string()),
    duration: z.optional(Seconds),
    completed: z.optional(z.boolean()),
    /** The time at which the track was started. */
    started_at: z.optional(z.iso.datetime()),
    /** The time at which the play counted, if it is reported late. At most `LATE_PLAY_DAYS` ago. */
    heard_at: z.optional(z.iso.datetime()),
    /** The position in the track when the play counted, in seconds. */
    end_position: z.optional(Seconds),
  }),
  status: 201,
  answer: z.object({ success: z.boolean(), play: Play }),
  refusals: [notFound, playedJustNow],
})

export const listPlays = route({
  method: 'GET',
  path: '/api/plays',
  access: 'key',
  summary: 'The caller’s own history, newest first; `before` is the id of the last one seen.',
  query: z.object({
    ...paging(PLAYS_PAGE_SIZE),
    before: z.optional(Id),
  }),
  answer: z.object({ plays: z.array(Play) }),
})

export const listTopTracks = route({
  method: 'GET',
  path: '/api/plays/top',
  access: 'key',
  summary: 'The most played tracks of everyone.',
  query: z.object({ limit: pageLimit(TOP_TRACKS) }),
  answer: z.object({ tracks: z.array(TopTrack) }),
})

/** The id or file name of a track. */
const params = z.object({ track: z.string().check(z.minLength(1), z.maxLength(200)) })

export const getTrackStats = route({
  method: 'GET',
  path: '/api/plays/track/:track',
  access: 'key',
  summary: 'How often everyone together played a track.',
  params,
  answer: TrackStats,
})

export const getPersonalTrackStats = route({
  method: 'GET',
  path: '/api/plays/track/:track/personal',
  access: 'key',
  summary: 'How often the caller played a track.',
  params,
  answer: TrackStats,
})
