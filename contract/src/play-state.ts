import * as z from 'zod/mini'
import { Song } from './catalog.ts'
import { refusal } from './refusal.ts'
import { route } from './route.ts'
import { Id, INTEGER_MAX, IsoTimestamp, plainText } from './text.ts'

/** Maximum number of entries of a saved queue: the tracks of the list and the tracks queued by hand together. */
export const QUEUE_MAX = 5000
/** Interval in milliseconds at which the position is saved while a track plays. */
export const POSITION_SAVED_EVERY = 10_000

/** A position in a track, in seconds. */
export const Position = z.number().check(z.minimum(0), z.maximum(86_400))
/** The revision of the saved state, which increases with each save; 0 when nothing was saved yet. */
export const Revision = z.int().check(z.minimum(0), z.maximum(INTEGER_MAX))

/** A track of the queue. A track that is not playable has no file. */
const QueueTrack = z.omit(Song, { albumTitle: true, url: true, count: true, lastPlayed: true })

/** The origin of the list, with the path of its page. */
const Source = z.object({
  title: plainText({ min: 1, max: 200 }),
  path: z.string().check(z.regex(/^\/(?!\/)/), z.maxLength(2000)),
})

const common = {
  /** Indexes in `list` in the order of playing. Null while tracks are played in the order of the list. */
  order: z.nullable(z.array(z.int().check(z.minimum(0), z.maximum(QUEUE_MAX))).check(z.maxLength(QUEUE_MAX))),
  /** The index of the current track in the order of playing; -1 before the first track. */
  position: z.int().check(z.minimum(-1), z.maximum(QUEUE_MAX)),
  source: z.nullable(Source),
  repeat: z.enum(['off', 'all', 'one']),
  shuffled: z.boolean(),
  position_seconds: Position,
}

/** The key of an entry that was queued by hand. The device that has queued the entry makes the key. */
const Key = z.string().check(z.regex(/^[\w-]{1,40}$/))

/** The play state that a device saves. It contains only the ids of tracks. */
export const SavedPlayState = z
  .object({
    ...common,
    /** The list that is being played, in its own order. */
    list: z.array(Id).check(z.maxLength(QUEUE_MAX)),
    /** Tracks that the member queued by hand. */
    queued: z.array(z.object({ key: Key, track_id: Id })).check(z.maxLength(QUEUE_MAX)),
    /** The current track if it is not a track of the list. */
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

/** The saved play state with the current data of its tracks. */
const PlayState = z.object({
  ...common,
  list: z.array(QueueTrack),
  queued: z.array(z.object({ key: Key, track: QueueTrack })),
  in_between: z.nullable(QueueTrack),
  /** Whether the saved current track is no longer playable. The next track is then the current one. */
  is_current_gone: z.boolean(),
  /** Number of saved tracks that are not in the archive any more. */
  dropped: z.number(),
  /** The name of the device that has saved the state, such as "Firefox auf Linux". */
  device: z.string(),
  saved_at: IsoTimestamp,
})
export type PlayState = z.infer<typeof PlayState>

export const playStateChanged = refusal(
  409,
  'PLAY_STATE_CHANGED',
  'Auf einem anderen Gerät wurde inzwischen etwas anderes gespielt',
)

/** Maximum size of the body. It is enough for 5,000 entries with keys and ids. */
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
  /** `dropped` is the number of tracks that were left out because they are not in the archive. */
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
