import { QUEUE_MAX } from '@tonarchiv/contract/play-state'
import { IDS_BODY_BYTES } from '@tonarchiv/contract/playlists'
import { invalidInput } from '@tonarchiv/contract/refusal'
import { wholeNumber } from '@tonarchiv/contract/text'
import * as z from 'zod/mini'
import type { Caller } from '#access/caller.ts'
import type { AppContext } from '#feature.ts'
import { playState } from '#features/play-state/index.ts'
import {
  listTrackPositions,
  removeTrackPosition,
  saveTrackPosition,
} from '#features/saved-positions/index.ts'
import { Refused } from '#platform/refused.ts'
import { type Endpoint, endpoint } from '../frame/endpoint.ts'
import { parameterMissing } from '../frame/errors.ts'
import { id, ids, text } from '../frame/parameters.ts'
import { SavedPosition, PlayQueue, PlayQueueByIndex } from '../shapes/queue.ts'
import type { Child } from '../shapes/child.ts'
import { songsByIds } from './songs.ts'

/** Milliseconds; a day. */
const position = wholeNumber({ min: 0, max: 86_400_000 })
const songIds = z._default(ids(QUEUE_MAX), [])
const COMMENT_MAX = 1000
/** The time that is returned for a queue that was never saved. */
const NEVER = new Date(0).toISOString()

const Nothing = z.object({})

/** Endpoints for the queue, which the web app uses as well, and for saved positions in songs. */
export const queueEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'getPlayQueue',
    parameters: Nothing,
    answer: z.object({ playQueue: PlayQueue }),
    handle: async ({ caller }, context) => {
      const { index, ...queue } = await readQueue(context, caller)
      const current = index === undefined ? undefined : queue.entry[index]?.id
      return { playQueue: { ...queue, ...(current !== undefined && { current }) } }
    },
  }),
  endpoint({
    name: 'getPlayQueueByIndex',
    parameters: Nothing,
    answer: z.object({ playQueueByIndex: PlayQueueByIndex }),
    handle: async ({ caller }, context) => {
      const { index, ...queue } = await readQueue(context, caller)
      return { playQueueByIndex: { ...queue, ...(index !== undefined && { currentIndex: index }) } }
    },
  }),
  endpoint({
    name: 'savePlayQueue',
    parameters: z.object({ id: songIds, current: z.optional(id), position: z._default(position, 0) }),
    bodyLimitBytes: IDS_BODY_BYTES,
    answer: Nothing,
    handle: async ({ caller, parameters: { id: trackIds, current, position: at } }, { use }) => {
      const { queue } = use(playState)
      const index = current === undefined ? 0 : await placeOf(current, trackIds, await queue.read(caller.id))
      await queue.save(caller, { trackIds, index, positionSeconds: at / 1000 })
      return {}
    },
  }),
  endpoint({
    name: 'savePlayQueueByIndex',
    parameters: z.object({
      id: songIds,
      currentIndex: z.optional(wholeNumber({ min: 0, max: QUEUE_MAX })),
      position: z._default(position, 0),
    }),
    bodyLimitBytes: IDS_BODY_BYTES,
    answer: Nothing,
    handle: async ({ caller, parameters: { id: trackIds, currentIndex, position: at } }, { use }) => {
      if (trackIds.length > 0) {
        if (currentIndex === undefined)
          throw new Refused(parameterMissing, { values: { name: 'currentIndex' } })
        if (currentIndex >= trackIds.length) throw new Refused(invalidInput)
      }
      await use(playState).queue.save(caller, {
        trackIds,
        index: currentIndex ?? 0,
        positionSeconds: at / 1000,
      })
      return {}
    },
  }),
  endpoint({
    name: 'getBookmarks',
    parameters: Nothing,
    answer: z.object({ bookmarks: z.object({ bookmark: z.array(SavedPosition) }) }),
    handle: async ({ caller }, context) => {
      const saved = await listTrackPositions(context.services, caller.id)
      const songs = await songsByIds(
        context,
        caller,
        saved.map(({ trackId }) => trackId),
      )
      const bookmark = saved.flatMap(({ trackId, positionMs, comment, createdAt, changedAt }) => {
        const entry = songs.get(trackId)
        if (entry === undefined) return []
        const times = { created: createdAt, changed: changedAt }
        const said = comment === '' ? {} : { comment }
        return [{ position: positionMs, username: caller.username, ...said, ...times, entry }]
      })
      return { bookmarks: { bookmark } }
    },
  }),
  endpoint({
    name: 'createBookmark',
    parameters: z.object({ id, position, comment: z._default(text(COMMENT_MAX), '') }),
    answer: Nothing,
    handle: async ({ caller, parameters: { id: trackId, position: positionMs, comment } }, { services }) => {
      await saveTrackPosition(services, caller.id, { trackId, positionMs, comment })
      return {}
    },
  }),
  endpoint({
    name: 'deleteBookmark',
    parameters: z.object({ id }),
    answer: Nothing,
    handle: async ({ caller, parameters }, { services }) => {
      await removeTrackPosition(services, caller.id, parameters.id)
      return {}
    },
  }),
]

/**
 * The queue with those of its songs that can be played. If the current song cannot be played any more, the next song
 * becomes the current one, without a position.
 */
async function readQueue(
  context: AppContext,
  caller: Caller,
): Promise<Omit<z.infer<typeof PlayQueueByIndex>, 'currentIndex'> & { index: number | undefined }> {
  const { username } = caller
  const queue = await context.use(playState).queue.read(caller.id)
  if (queue === undefined) return { username, changed: NEVER, changedBy: '', entry: [], index: undefined }
  const { trackIds, index: saved, positionSeconds, savedAt, device } = queue
  const songs = await songsByIds(context, caller, [...new Set(trackIds)])
  const songsAt = (list: readonly string[]): Child[] => list.flatMap((trackId) => songs.get(trackId) ?? [])
  const entry = songsAt(trackIds)
  const isPlayable = songs.has(trackIds[saved] ?? '')
  const before = songsAt(trackIds.slice(0, saved)).length
  const index = entry.length === 0 ? undefined : Math.min(before, entry.length - 1)
  const position = isPlayable ? { position: Math.round(positionSeconds * 1000) } : {}
  return { username, changed: savedAt, changedBy: device, entry, index, ...position }
}

/**
 * The index of the current song in the queue. If the saved index already points at this song, it does not change,
 * because the queue may contain the song several times.
 * @throws Refused `invalidInput` when the queue does not contain the song
 */
async function placeOf(
  current: string,
  trackIds: readonly string[],
  saved: { index: number } | undefined,
): Promise<number> {
  if (saved !== undefined && trackIds[saved.index] === current) return saved.index
  const index = trackIds.indexOf(current)
  if (index === -1 && trackIds.length > 0) throw new Refused(invalidInput)
  return Math.max(0, index)
}
