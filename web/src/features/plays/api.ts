import {
  listPlays,
  listTopTracks,
  PLAYS_PAGE_SIZE,
  recordPlay,
  TOP_TRACKS,
  type Play,
} from '@tonarchiv/contract/plays'
import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { create } from 'zustand'
import { ApiError } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { isConnectionLost } from '#client/connection.ts'
import { getStored, onStoredElsewhere, setStored } from '#client/signed-in-storage.ts'
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
  // Always stale, because every counted play adds an entry.
  staleTime: 0,
})

/** The account's own plays on all its devices, newest first, in pages. */
export function usePlays() {
  return useInfiniteQuery(playsQuery)
}

/** Number of the account's plays in this browser that were not reported to the server yet. */
const useWaiting = create<{ count: number }>(() => ({ count: 0 }))

export function useUnsentPlays(): number {
  return useWaiting(({ count }) => count)
}

/** Milliseconds until the server accepts plays again, after too many requests; undefined when it accepts them now. */
let pauseMs: number | undefined

const unsent = createUnsentPlays({
  read: () => getStored('unsentPlays'),
  write: (text) => {
    setStored('unsentPlays', text)
    showCount()
  },
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
      return 'counted'
    } catch (failure) {
      if (!(failure instanceof ApiError)) return 'later'
      if (failure.status === 429) pauseMs = (failure.retryAfterSeconds ?? RETRY_SECONDS) * 1000
      // These statuses are final: the play is not sent again. All other errors are temporary.
      return [400, 404, 409].includes(failure.status) ? 'rejected' : 'later'
    }
  },
})

/** Seconds to wait if the answer to too many requests does not contain a waiting time. */
const RETRY_SECONDS = 60

function showCount(): void {
  const userId = currentUser()?.id
  useWaiting.setState({ count: userId === undefined ? 0 : unsent.count(userId) })
}

/**
 * Reports the stored plays of this account to the server. A lock prevents that two tabs report the same play. Plays
 * that exceed the rate limit are sent later.
 * @returns how many plays the server has counted
 */
export async function sendPlays(): Promise<number> {
  const userId = currentUser()?.id
  if (userId === undefined) return 0
  const send = async () => unsent.send(userId)
  // Browsers support Web Locks only in secure contexts.
  const counted = 'locks' in navigator ? await navigator.locks.request('tonarchiv-plays', send) : await send()
  if (pauseMs !== undefined) {
    setTimeout(() => void sendPlays(), pauseMs)
    pauseMs = undefined
  }
  return counted
}

/** Stores a play that counts, and reports it to the server unless the connection is lost. */
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
 * Reports stored plays now, and whenever the browser is online again. After a lost connection, `followConnection`
 * reports them.
 * @returns a function that stops that
 */
export function startPlaySender(): () => void {
  const send = () => {
    if (!isConnectionLost()) void sendPlays()
  }
  showCount()
  send()
  globalThis.addEventListener('online', send)
  const stop = onStoredElsewhere('unsentPlays', showCount)
  return () => {
    globalThis.removeEventListener('online', send)
    stop()
  }
}
