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

/**
 * Milliseconds for which a loaded playlist is fresh; while its page is open, the realtime connection reports changes.
 */
const PLAYLIST_FRESH = 30_000

export const keyOfOpen = (id: string) => ['playlist', id] as const

/**
 * Reads a playlist. The first entries are displayed immediately; the others are read in pages. At the end, the changes
 * that were made meanwhile are read.
 */
async function readAll(cache: QueryClient, id: string, signal: AbortSignal): Promise<OpenPlaylist> {
  const params = { id }
  const first = await call(getPlaylist, { params }, { signal })
  const { playlist } = first
  const beginning = { playlist, entries: first.entries, people: withPeople(new Map(), first.people) }
  if (first.entries.length >= playlist.entryCount) return beginning
  if (cache.getQueryData(keyOfOpen(id)) === undefined) {
    cache.setQueryData<OpenPlaylist>(keyOfOpen(id), { ...beginning, isPartial: true })
    // Waits for the next paint: parsing thousands of entries would delay the frame that displays the first ones.
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
 * The entries without duplicates. The server evaluates each page of a smart playlist separately, so a track that has
 * moved in between may be on two pages.
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

/** The reads of changes that are in progress, by the id of the playlist. */
const running = new WeakMap<QueryClient, Map<string, Run>>()

/** Milliseconds until reading the changes is repeated after a failure, for the first and the second repetition. */
const RETRY_PAUSES = [1000, 3000]

/**
 * Reads the changes since the displayed revision. Calls during a read result in one further read. If the server does
 * not answer, the read is repeated, because otherwise the member's own change would seem to be undone.
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
    // The whole playlist is being read; that answer may have been created before the change, so this waits for it.
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
      // The playlist was deleted, or the account may not see it any more. Its page reads it again and shows that.
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

/** The ids of the entries that are new in the playlist; entries that were moved are not new. */
function arrivedWith({ entries }: { entries: readonly PlaylistEntry[] }, shown: OpenPlaylist | undefined) {
  const known = new Set(shown?.entries.map(({ id }) => id))
  return entries.map(({ id }) => id).filter((id) => !known.has(id))
}

const openPlaylistQuery = (cache: QueryClient, id: string) =>
  queryOptions({
    queryKey: keyOfOpen(id),
    queryFn: async ({ signal }) => readAll(cache, id, signal),
    staleTime: PLAYLIST_FRESH,
    // Comparing thousands of entries would take longer than rendering the visible ones.
    structuralSharing: false,
  })

/** The playable tracks of a playlist, which are read if its page was never open. */
export async function readPlayableTracks(cache: QueryClient, id: string): Promise<PlayableTrack[]> {
  const query = openPlaylistQuery(cache, id)
  const read = await cache.fetchQuery(query)
  // While a long playlist is being loaded, the cache contains only its first entries.
  const whole = read.isPartial ? await cache.fetchQuery({ ...query, staleTime: 0 }) : read
  return whole.entries.map(trackOfEntry).filter(isPlayable)
}

/** A playlist with its entries. While its page is open, changes are read when the server reports them. */
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
    // The server evaluates a smart playlist each time its page is opened.
    refetchOnMount: ({ state }) => (state.data?.playlist.rules === undefined ? true : 'always'),
  })
}
