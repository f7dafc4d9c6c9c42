import { playedJustNow } from '@tonarchiv/contract/plays'
import { notFound } from '@tonarchiv/contract/refusal'
import { wholeNumber } from '@tonarchiv/contract/text'
import * as z from 'zod/mini'
import type { Caller } from '#access/caller.ts'
import type { AppContext } from '#feature.ts'
import { addFavorites, removeFavoritesOf } from '#features/favorites/index.ts'
import { plays } from '#features/plays/index.ts'
import { presence } from '#features/presence/index.ts'
import { scrobbling } from '#features/scrobbling/index.ts'
import { Refused } from '#platform/refused.ts'
import { type Endpoint, endpoint } from '../frame/endpoint.ts'
import { notKept, parameterMissing } from '../frame/errors.ts'
import { flag, id, ids } from '../frame/parameters.ts'

/** Maximum number of songs of one call. */
const SONGS_MAX = 1000
/** Maximum number of plays in one call. As many plays can count within an hour. */
const PLAYS_MAX = 240
/** The latest time that a `Date` can hold, milliseconds. */
const TIME_MAX = 8.64e15

const Nothing = z.object({})
const list = (max: number) => z._default(ids(max), [])

/** The parameters of `star` and `unstar`. Only songs can be starred, because favorites are songs. */
const starred = z.object({ id: list(SONGS_MAX), albumId: list(SONGS_MAX), artistId: list(SONGS_MAX) })

/**
 * The ids of the songs to star.
 * @throws Refused `notKept` for albums and artists, `parameterMissing` without any id
 */
function starredSongs({ id: songIds, albumId, artistId }: z.infer<typeof starred>): readonly string[] {
  if (albumId.length + artistId.length > 0) throw new Refused(notKept)
  if (songIds.length === 0) throw new Refused(parameterMissing, { values: { name: 'id' } })
  return songIds
}

/** Favorites, ratings and plays. */
export const annotationEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'star',
    parameters: starred,
    bodyLimitBytes: 128 * 1024,
    answer: Nothing,
    handle: async ({ caller, parameters }, { services }) => {
      await addFavorites(services, caller.id, starredSongs(parameters))
      return {}
    },
  }),
  endpoint({
    name: 'unstar',
    parameters: starred,
    bodyLimitBytes: 128 * 1024,
    answer: Nothing,
    handle: async ({ caller, parameters }, { services }) => {
      await removeFavoritesOf(services, caller.id, starredSongs(parameters))
      return {}
    },
  }),
  endpoint({
    name: 'setRating',
    parameters: z.object({ id, rating: wholeNumber({ min: 0, max: 5 }) }),
    answer: Nothing,
    handle: async ({ parameters }) => {
      // Rating 0 removes a rating. There are no ratings, so nothing has to be removed.
      if (parameters.rating !== 0) throw new Refused(notKept)
      return {}
    },
  }),
  endpoint({
    name: 'scrobble',
    parameters: z.object({
      id: ids(PLAYS_MAX).check(z.minLength(1)),
      time: z._default(z.array(wholeNumber({ min: 0, max: TIME_MAX })).check(z.maxLength(PLAYS_MAX)), []),
      submission: z._default(flag, true),
    }),
    answer: Nothing,
    handle: async ({ caller, parameters: { id: songIds, time: times, submission } }, context) => {
      if (submission) await countPlays(context, caller, songIds, times)
      else await reportPlaying(context, caller, songIds.at(-1) ?? '')
      return {}
    },
  }),
]

/**
 * Counts plays in the given order, each at its time. A play that was already counted is not an error, because apps
 * repeat a report whose response was lost.
 * @throws Refused `rateLimited`, and `notFound` when none of the songs exists
 */
async function countPlays(
  { use }: AppContext,
  caller: Caller,
  songIds: readonly string[],
  times: readonly number[],
): Promise<void> {
  const { countPlay } = use(plays)
  let unknown = 0
  for (const [index, trackId] of songIds.entries()) {
    const time = times[index]
    const at = time === undefined ? undefined : new Date(time).toISOString()
    try {
      await countPlay(caller, {
        trackId,
        completed: true,
        startedAt: at,
        heardAt: at,
        endPositionSeconds: undefined,
      })
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      if (error.refusal.code === notFound.code) unknown += 1
      else if (error.refusal.code !== playedJustNow.code) throw error
    }
  }
  if (unknown === songIds.length) throw new Refused(notFound)
}

/**
 * Reports the song that the caller is playing now.
 * @throws Refused `rateLimited`, `notFound`
 */
async function reportPlaying({ use }: AppContext, caller: Caller, trackId: string): Promise<void> {
  await use(scrobbling).reportNowPlaying(caller.id, trackId)
  await use(presence).playsInApp(caller, trackId)
}
