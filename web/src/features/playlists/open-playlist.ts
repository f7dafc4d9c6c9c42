import {
  ENTRIES_PAGE,
  getPlaylist,
  listChanges,
  listEntries,
  type PlaylistEntry,
} from '@tonarchiv/contract/playlist-entries'
import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { isPlayable, type PlayableTrack } from '#features/tracks/index.ts'
import { socket } from '#realtime/socket-instance.ts'
import { nextPaint } from '#ui/dom/next-paint.ts'
import { clearArrivals, markArrived } from './arrivals.ts'
import { type OpenPlaylist, trackOfEntry, withChanges, withPeople } from './shown-entries.ts'

/** Milliseconds for which a playlist is fresh; while its page is open, changes arrive over the realtime connection. */
const PLAYLIST_FRESH = 30_000

export const keyOfOpen = (id: string) => ['playlist', id] as const

/**
 * Reads a playlist. Its first entries are shown at once, the others are read page by page. In the end the changes that
 * were made meanwhile are read.
 */
async function readAll(cache: QueryClient, id: string, signal: AbortSignal): Promise<OpenPlaylist> {
  const params = { id }
  const first = await call(getPlaylist, { params }, { signal })
  const { playlist } = first
  const beginning = { playlist, entries: first.entries, people: withPeople(new Map(), first.people) }
  if (first.entries.length >= playlist.entryCount) return beginning
  if (cache.getQueryData(keyOfOpen(id)) === undefined) {
    cache.setQueryData<OpenPlaylist>(keyOfOpen(id), { ...beginning, isPartial: true })
    // Parsing thousands of entries would delay the frame that shows the first ones.
    await nextPaint()
    signal.throwIfAborted()
  }
  const isSmart = playlist.rules !== undefined
  const entries = [...first.entries]
  const people = [...first.people]
  for (;;) {
    const last = entries.at(-1)
    if (last === undefined) break
    const query = { sortKey: last.sortKey, entryId: last.id }
    const page = await call(listEntries, { params, query }, { signal })
    entries.push(...page.entries)
    people.push(...page.people)
    if (page.entries.length < ENTRIES_PAGE) break
  }
  const read = { playlist, entries, people: withPeople(new Map(), people) }
  return isSmart ? { ...read, entries: withoutDuplicates(entries) } : catchUp(read, signal)
}

/**
 * Each page of a smart playlist is evaluated separately, so that a track that moved in between may be in two of them.
 */
function withoutDuplicates(entries: readonly PlaylistEntry[]): PlaylistEntry[] {
  return [...new Map(entries.map((entry) => [entry.id, entry])).values()]
}

async function catchUp(open: OpenPlaylist, signal?: AbortSignal): Promise<OpenPlaylist> {
  const { id, revision } = open.playlist
  const changes = await call(listChanges, { params: { id }, query: { since: revision } }, { signal })
  return withChanges(open, changes)
}

interface Run {
  isStale: boolean
  done: Promise<void>
}

/** The reads in progress, by the id of the playlist. */
const running = new WeakMap<QueryClient, Map<string, Run>>()

/** Milliseconds before changes that could not be read are requested again. */
const RETRY_PAUSES = [1000, 3000]

/**
 * Reads the changes since the shown revision. All calls during a read cause one further read. Without an answer it is
 * repeated, because otherwise an own change would seem to be undone.
 */
export async function pullChanges(cache: QueryClient, id: string): Promise<void> {
  const runs = running.get(cache) ?? new Map<string, Run>()
  running.set(cache, runs)
  const earlier = runs.get(id)
  if (earlier !== undefined) {
    earlier.isStale = true
    return earlier.done
  }
  const run = { isStale: false, done: Promise.resolve() }
  runs.set(id, run)
  run.done = pull(cache, id, run).finally(() => runs.delete(id))
  return run.done
}

async function pull(cache: QueryClient, id: string, run: { isStale: boolean }): Promise<void> {
  do {
    run.isStale = false
    const query = cache.getQueryCache().find({ queryKey: keyOfOpen(id) })
    // A full read in progress may have been answered before the change.
    if (query?.state.fetchStatus === 'fetching') await query.promise?.catch(() => undefined)
    const open = cache.getQueryData<OpenPlaylist>(keyOfOpen(id))
    if (open === undefined) return
    try {
      const since = open.playlist.revision
      const changes = await readChanges(id, since)
      if (changes.isTooOld) {
        await cache.invalidateQueries({ queryKey: keyOfOpen(id) })
        return
      }
      markArrived(arrivedWith(changes, cache.getQueryData<OpenPlaylist>(keyOfOpen(id))))
      cache.setQueryData<OpenPlaylist>(keyOfOpen(id), (shown) => shown && withChanges(shown, changes))
    } catch (failure) {
      // The playlist was deleted, or the account may not see it any more: its page reads it again and shows that.
      if (failure instanceof ApiError && failure.status === 404)
        await cache.resetQueries({ queryKey: keyOfOpen(id) })
      return
    }
  } while (run.isStale)
}

async function readChanges(id: string, since: number) {
  for (const pause of RETRY_PAUSES) {
    try {
      return await call(listChanges, { params: { id }, query: { since } })
    } catch (failure) {
      if (!(failure instanceof ApiError) || failure.status !== 0) throw failure
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return call(listChanges, { params: { id }, query: { since } })
}

/** Entries that are new in the list, without those that were moved. */
function arrivedWith({ entries }: { entries: readonly PlaylistEntry[] }, shown: OpenPlaylist | undefined) {
  const known = new Set(shown?.entries.map(({ id }) => id))
  return entries.map(({ id }) => id).filter((id) => !known.has(id))
}

const openPlaylistQuery = (cache: QueryClient, id: string) =>
  queryOptions({
    queryKey: keyOfOpen(id),
    queryFn: async ({ signal }) => readAll(cache, id, signal),
    staleTime: PLAYLIST_FRESH,
    // Comparing thousands of entries costs more than rendering the visible ones.
    structuralSharing: false,
  })

/** The playable tracks of a playlist, also if its page was never open. */
export async function readPlayableTracks(cache: QueryClient, id: string): Promise<PlayableTrack[]> {
  const query = openPlaylistQuery(cache, id)
  const read = await cache.fetchQuery(query)
  // The cache may have only the first entries, while the rest is being loaded.
  const whole = read.isPartial ? await cache.fetchQuery({ ...query, staleTime: 0 }) : read
  return whole.entries.map(trackOfEntry).filter(isPlayable)
}

/** A playlist with its entries, kept up to date while the page is open. */
export function useOpenPlaylist(id: string) {
  const cache = useQueryClient()
  useEffect(() => {
    const watch = () => socket.send({ type: 'openPlaylist', playlistId: id })
    watch()
    const stops = [
      socket.on('playlistChanged', ({ playlistId }) => {
        if (playlistId === id) void pullChanges(cache, id)
      }),
      socket.state.subscribe((now, before) => {
        if (now.status !== 'connected' || before.status === 'connected') return
        watch()
        void pullChanges(cache, id)
      }),
    ]
    return () => {
      for (const stop of stops) stop()
      clearArrivals()
      socket.send({ type: 'openPlaylist', playlistId: null })
    }
  }, [cache, id])
  return useQuery({
    ...openPlaylistQuery(cache, id),
    // A smart playlist is evaluated each time it is opened.
    refetchOnMount: ({ state }) => (state.data?.playlist.rules === undefined ? true : 'always'),
  })
}
