import * as contract from '@tonarchiv/contract/playlists'
import {
  queryOptions,
  useMutationState,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '#client/call.ts'
import { socket } from '#realtime/socket-instance.ts'
import { keyOfOpen, pullChanges } from './open-playlist.ts'
import type { OpenPlaylist } from './shown-entries.ts'

/** Milliseconds for which the list is fresh; the realtime connection reports changes. */
const PLAYLISTS_FRESH = 5 * 60_000

/** The mutation key of calls that delete a playlist. */
export const DELETING = ['playlists', 'delete']

const playlistsQuery = queryOptions({
  queryKey: ['playlists'],
  queryFn: async ({ signal }) => (await call(contract.listPlaylists, {}, { signal })).playlists,
  staleTime: PLAYLISTS_FRESH,
})

/** Own, shared and followed playlists, ordered by the last change. Playlists that are being deleted are left out. */
export function usePlaylists() {
  const { data: known, isError, error, refetch } = useQuery(playlistsQuery)
  const deleted = useMutationState({
    filters: { mutationKey: DELETING, status: 'pending' },
    select: ({ state }) => state.variables,
  })
  const data = useMemo(
    () => (deleted.length === 0 ? known : known?.filter(({ id }) => !deleted.includes(id))),
    [known, deleted],
  )
  return { data, isError, error, refetch }
}

/** Updates a playlist in the cached list and in the cached page, until both have been read again. */
export function showPlaylist(cache: QueryClient, playlist: contract.Playlist): void {
  cache.setQueryData(playlistsQuery.queryKey, (known) =>
    known?.some(({ id }) => id === playlist.id) === true
      ? known.map((each) => (each.id === playlist.id ? playlist : each))
      : known && [playlist, ...known],
  )
  cache.setQueryData<OpenPlaylist>(
    keyOfOpen(playlist.id),
    (open) =>
      // The revision stays that of the cached entries, because the changes since that revision still have to be read.
      open && { ...open, playlist: { ...playlist, revision: open.playlist.revision } },
  )
}

/** Removes a playlist from the cached list, until the list has been read again. */
export function hidePlaylist(cache: QueryClient, id: string): void {
  cache.setQueryData(playlistsQuery.queryKey, (known) => known?.filter((each) => each.id !== id))
}

/** Reads the list of playlists again and, if the page of this playlist is open, the changes of the playlist. */
export function readPlaylistsAgain(cache: QueryClient, id: string | undefined): void {
  void cache.invalidateQueries({ queryKey: playlistsQuery.queryKey })
  if (id !== undefined) void pullChanges(cache, id)
}

/** Whether the account owns the playlist or collaborates on it. */
export function isOwn({ role }: Pick<contract.Playlist, 'role'>): boolean {
  return role !== 'reader'
}

/**
 * Whether the account may add tracks to the playlist. Tracks cannot be added to a smart playlist, because its rules
 * select them.
 */
export function isEditable(playlist: Pick<contract.Playlist, 'role' | 'rules'>): boolean {
  return isOwn(playlist) && playlist.rules === undefined
}

async function findContaining(trackIds: readonly string[], signal?: AbortSignal) {
  const body = { trackIds: trackIds.slice(0, contract.CONTAINED_MAX) }
  const { playlists } = await call(contract.findContaining, { body }, signal && { signal })
  return new Map(playlists.map((playlist) => [playlist.id, new Set(playlist.trackIds)]))
}

/** Whether a playlist already contains some of these tracks; false if the server does not answer. */
export async function containsSome(playlistId: string, trackIds: readonly string[]): Promise<boolean> {
  const contained = await findContaining([...new Set(trackIds)]).catch(() => undefined)
  return (contained?.get(playlistId)?.size ?? 0) > 0
}

/**
 * Which of these tracks are already in playlists that the account may change, by the id of the playlist. `whenKnown`
 * waits for the answer; it resolves with undefined if there is none.
 */
export function useContaining(trackIds: readonly string[]) {
  const cache = useQueryClient()
  const asked = [...new Set(trackIds)].slice(0, contract.CONTAINED_MAX)
  const query = queryOptions({
    queryKey: [...playlistsQuery.queryKey, 'containing', asked],
    queryFn: async ({ signal }) => findContaining(asked, signal),
    gcTime: 0,
  })
  const { data } = useQuery({ ...query, enabled: asked.length > 0, staleTime: 0 })
  return {
    contained: data,
    whenKnown: async () => data ?? cache.fetchQuery(query).catch(() => undefined),
  }
}

/**
 * Reads the list of playlists again when the server reports a change.
 * @returns a function that stops that
 */
export function startPlaylistUpdates(cache: QueryClient): () => void {
  const readAgain = () => void cache.invalidateQueries({ queryKey: playlistsQuery.queryKey })
  let wasConnected = false
  const stops = [
    socket.on('playlistsChanged', readAgain),
    // When a friendship ends, the collaborations of these friends end, too.
    socket.on('friendsChanged', () => {
      readAgain()
      void cache.invalidateQueries({ queryKey: ['playlist'] })
    }),
    socket.state.subscribe((now, before) => {
      if (now.status !== 'connected' || before.status === 'connected') return
      if (wasConnected) readAgain()
      wasConnected = true
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
