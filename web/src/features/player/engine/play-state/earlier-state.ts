import '#client/zod-config.ts'
import * as z from 'zod/mini'
import type { Track } from '#features/tracks/index.ts'
import { entryOf, type PlayOrder } from '../../order/play-order.ts'
import type { ResumeState } from '../player.ts'

const StoredTrack = z.pipe(
  z.object({
    id: z.string(),
    title: z.string(),
    artist: z.string(),
    album: z.string(),
    file: z.optional(z.string()),
    coverUrl: z.string(),
    durationSeconds: z.optional(z.number()),
    /** The name of `durationSeconds` in still older versions. */
    duration: z.optional(z.number()),
    isExclusive: z.boolean(),
    year: z.optional(z.number()),
  }),
  z.transform(({ duration = 0, durationSeconds = duration, ...track }): Track => ({
    ...track,
    durationSeconds,
  })),
)

/**
 * The play state that earlier versions of the app stored in the browser instead of on the server. `places` is the order
 * of playing, as indexes into `list`, so that each track is stored only once.
 */
const StoredState = z.object({
  /** The id of the account that stored the state, because several accounts may share a browser. */
  userId: z.string(),
  list: z.array(StoredTrack),
  places: z.array(z.number()),
  position: z.number(),
  source: z.optional(z.object({ title: z.string(), path: z.string() })),
  queue: z.array(z.object({ track: StoredTrack })),
  inBetween: z.optional(StoredTrack),
  repeat: z.enum(['off', 'all', 'one']),
  isShuffled: z.boolean(),
  positionSeconds: z.number().check(z.minimum(0)),
})

/** Parses a stored play state; undefined when the text is invalid, or when the state belongs to another account. */
export function parseEarlierState(text: string | undefined, userId: string): ResumeState | undefined {
  const stored = StoredState.safeParse(jsonOf(text))
  if (!stored.success || stored.data.userId !== userId) return undefined
  const { places, positionSeconds, inBetween, source, userId: _owner, ...rest } = stored.data
  const list = rest.list.map(entryOf)
  const entries = places.map((place) => list[place]).filter((entry) => entry !== undefined)
  if (entries.length !== list.length || rest.position >= entries.length) return undefined
  const queue = rest.queue.map(({ track }) => entryOf(track))
  const order: PlayOrder = { ...rest, list, source, order: entries, queue, inBetween }
  return { order, positionSeconds }
}

function jsonOf(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
