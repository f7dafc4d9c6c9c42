import * as z from 'zod/mini'
import { Song } from './catalog.ts'
import { refusal } from './refusal.ts'
import { route } from './route.ts'
import { Id, INTEGER_MAX, IsoTimestamp, plainText } from './text.ts'

/** Maximum number of entries of a saved queue: those queued by hand and those of the list together. */
export const QUEUE_MAX = 5000
/** Milliseconds between two saved positions while a track plays. */
export const POSITION_SAVED_EVERY = 10_000

/** Seconds in a track. */
export const Position = z.number().check(z.minimum(0), z.maximum(86_400))
/** 0: nothing was saved yet. */
export const Revision = z.int().check(z.minimum(0), z.maximum(INTEGER_MAX))

/** A track of the queue; one that cannot be played has no file. */
const QueueTrack = z.omit(Song, { albumTitle: true, url: true, count: true, lastPlayed: true })

/** Where the list comes from, with the path of its page. */
const Source = z.object({
  title: plainText({ min: 1, max: 200 }),
  path: z.string().check(z.regex(/^\/(?!\/)/), z.maxLength(2000)),
})

const common = {
  /** Indexes into `list` in the order of playing; null while tracks play in the order of the list. */
  order: z.nullable(z.array(z.int().check(z.minimum(0), z.maximum(QUEUE_MAX))).check(z.maxLength(QUEUE_MAX))),
  /** Index in the order of playing; -1 before the first. */
  position: z.int().check(z.minimum(-1), z.maximum(QUEUE_MAX)),
  source: z.nullable(Source),
  repeat: z.enum(['off', 'all', 'one']),
  shuffled: z.boolean(),
  position_seconds: Position,
}

/** The key of an entry that was queued by hand is made by the device that queued it. */
const Key = z.string().check(z.regex(/^[\w-]{1,40}$/))

/** The play state as a device saves it: tracks are named by their ids. */
export const SavedPlayState = z
  .object({
    ...common,
    /** The list that plays, in its own order. */
    list: z.array(Id).check(z.maxLength(QUEUE_MAX)),
    /** Tracks that the member queued by hand. */
    queued: z.array(z.object({ key: Key, track_id: Id })).check(z.maxLength(QUEUE_MAX)),
    /** The current track if it is not one of the list. */
    in_between: z.nullable(Id),
  })
  .check(
    z.refine(({ list, queued }) => list.length + queued.length <= QUEUE_MAX, {
      error: `Eine Warteschlange hat höchstens ${QUEUE_MAX} Titel`,
      path: ['list'],
    }),
    z.refine(
      ({ list, order }) =>
        order === null ||
        (order.length === list.length &&
          order.every((place) => place < list.length) &&
          new Set(order).size === order.length),
      { error: 'Die Reihenfolge passt nicht zur Liste', path: ['order'] },
    ),
    z.refine(({ list, position }) => position < Math.max(1, list.length), {
      error: 'Diese Stelle gibt es in der Liste nicht',
      path: ['position'],
    }),
  )
export type SavedPlayState = z.infer<typeof SavedPlayState>

/** The saved play state with the tracks as they are in the archive now. */
const PlayState = z.object({
  ...common,
  list: z.array(QueueTrack),
  queued: z.array(z.object({ key: Key, track: QueueTrack })),
  in_between: z.nullable(QueueTrack),
  /** The saved current track cannot be played any more: the next track is the current one instead. */
  is_current_gone: z.boolean(),
  /** How many saved tracks are not in the archive any more. */
  dropped: z.number(),
  /** The name of the device that saved it, such as "Firefox auf Linux". */
  device: z.string(),
  saved_at: IsoTimestamp,
})
export type PlayState = z.infer<typeof PlayState>

export const playStateChanged = refusal(
  409,
  'PLAY_STATE_CHANGED',
  'Auf einem anderen Gerät wurde inzwischen etwas anderes gespielt',
)

/** 5,000 entries with keys and ids fit. */
const BODY_MAX_BYTES = 1_048_576

export const getPlayState = route({
  method: 'GET',
  path: '/api/play-state',
  access: 'key',
  summary: 'What the caller played last on any device, with queue and position; null when there is nothing.',
  answer: z.object({ revision: Revision, state: z.nullable(PlayState) }),
})

export const savePlayState = route({
  method: 'PUT',
  path: '/api/play-state',
  access: 'key',
  summary: 'Saves queue, order and position; rejected unless `revision` is the saved one.',
  body: z.object({ revision: Revision, state: z.nullable(SavedPlayState) }),
  bodyLimitBytes: BODY_MAX_BYTES,
  /** `dropped`: how many tracks are not in the archive and were left out. */
  answer: z.object({ revision: Revision, dropped: z.number() }),
  refusals: [playStateChanged],
})

export const savePlayPosition = route({
  method: 'PUT',
  path: '/api/play-state/position',
  access: 'key',
  summary: 'Saves the position in the current track; rejected unless `revision` is the saved one.',
  body: z.object({ revision: Revision, position_seconds: Position }),
  answer: z.object({ success: z.boolean() }),
  refusals: [playStateChanged],
})
