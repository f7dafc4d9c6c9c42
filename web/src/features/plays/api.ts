import {
  listPlays,
  listTopTracks,
  PLAYS_PAGE_SIZE,
  recordPlay,
  TOP_TRACKS,
  type Play,
} from '@tonarchiv/contract/plays'
import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ApiError } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { getStored, setStored } from '#client/signed-in-storage.ts'
import { currentUser } from '#features/auth/index.ts'
import type { Listened } from './play-log.ts'
import { createUnsentPlays } from './unsent-plays.ts'

/** Milliseconds for which counts of plays are cached. See docs/product.md §10.2. */
const STATS_FRESH = 5 * 60_000

/** The most played tracks, most played first. Only with archive access. */
export function useTopTracks({ enabled }: { enabled: boolean }) {
  return useQuery(
    queryOptions({
      queryKey: ['plays', 'top'],
      queryFn: async ({ signal }) => {
        const { tracks } = await call(listTopTracks, { query: { limit: TOP_TRACKS } }, { signal })
        return tracks
      },
      enabled,
      staleTime: STATS_FRESH,
    }),
  )
}

const playsQuery = infiniteQueryOptions({
  queryKey: ['plays', 'own'],
  queryFn: async ({ pageParam, signal }): Promise<Play[]> => {
    const query = { limit: PLAYS_PAGE_SIZE, ...(pageParam !== '' && { before: pageParam }) }
    const { plays } = await call(listPlays, { query }, { signal })
    return plays
  },
  initialPageParam: '',
  getNextPageParam: (page) => (page.length < PLAYS_PAGE_SIZE ? undefined : page.at(-1)?.id),
  // Each track that plays adds one.
  staleTime: 0,
})

/** The account's own plays on all devices, newest first. */
export function usePlays() {
  return useInfiniteQuery(playsQuery)
}

const unsent = createUnsentPlays({
  read: () => getStored('unsentPlays'),
  write: (text) => setStored('unsentPlays', text),
  send: async ({ trackId, startedAt, heardAt, positionSeconds }) => {
    try {
      await call(recordPlay, {
        body: {
          track_id: trackId,
          started_at: startedAt,
          heard_at: heardAt,
          end_position: positionSeconds,
          completed: false,
        },
      })
      return true
    } catch (failure) {
      // These rejections are final; all other errors are temporary.
      return failure instanceof ApiError && [400, 404, 409].includes(failure.status)
    }
  },
})

/** Reports queued plays to the server. A lock prevents that two tabs report a play twice. */
async function sendPlays(): Promise<void> {
  const userId = currentUser()?.id
  if (userId === undefined) return
  // Browsers support Web Locks in secure contexts only.
  if ('locks' in navigator) await navigator.locks.request('tonarchiv-plays', async () => unsent.send(userId))
  else await unsent.send(userId)
}

/** Reports a play that counts; without a connection it is queued. */
export function recordListened({ trackId, startedAt, heardAt, positionSeconds }: Listened): void {
  const userId = currentUser()?.id
  if (userId === undefined) return
  unsent.add({
    userId,
    trackId,
    startedAt: startedAt.toISOString(),
    heardAt: heardAt.toISOString(),
    positionSeconds,
  })
  void sendPlays()
}

/**
 * Sends queued plays, now and after each reconnect.
 * @returns a function that stops it
 */
export function startPlaySender(): () => void {
  const send = () => void sendPlays()
  send()
  globalThis.addEventListener('online', send)
  return () => globalThis.removeEventListener('online', send)
}
