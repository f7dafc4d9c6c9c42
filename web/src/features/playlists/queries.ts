import * as contract from '@tonarchiv/contract/playlists'
import * as playlistEntries from '@tonarchiv/contract/playlist-entries'
import * as playlistSharing from '@tonarchiv/contract/playlist-sharing'
import * as playlistFiles from '@tonarchiv/contract/playlist-files'
import type { SmartRules } from '@tonarchiv/contract/playlist-rules'
import { queryOptions, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { textOf } from '#client/api-error.ts'
import { call, callForFile } from '#client/call.ts'
import { upload } from '#client/uploads/upload.ts'
import { socket } from '#realtime/socket-instance.ts'
import { saveFile } from '#ui/dom/save-file.ts'
import { showToast } from '#ui/dom/toast.ts'
import { pullChanges } from './open-playlist.ts'

/** Milliseconds; changes are sent over the realtime connection. */
const PLAYLISTS_FRESH = 5 * 60_000

const playlistsQuery = queryOptions({
  queryKey: ['playlists'],
  queryFn: async ({ signal }) => (await call(contract.listPlaylists, {}, { signal })).playlists,
  staleTime: PLAYLISTS_FRESH,
})

/** Own, shared and followed playlists, last changed first. */
export function usePlaylists() {
  return useQuery(playlistsQuery)
}

/** Whether the account owns it or collaborates on it. */
export function isOwn({ role }: Pick<contract.Playlist, 'role'>): boolean {
  return role !== 'reader'
}

/** Whether the account may add tracks: a smart playlist fills itself. */
export function isEditable(playlist: Pick<contract.Playlist, 'role' | 'rules'>): boolean {
  return isOwn(playlist) && playlist.rules === undefined
}

/** A change of a playlist itself. The lists are read again; a failure shows the server's text. */
function useChange<V, A>(change: (variables: V) => Promise<A>, idOf: (variables: V) => string | undefined) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: async (_answer, variables) => {
      await cache.invalidateQueries({ queryKey: playlistsQuery.queryKey })
      const id = idOf(variables)
      if (id !== undefined) await pullChanges(cache, id)
    },
    onError: (failure) => showToast(textOf(failure, 'Das hat nicht geklappt'), { kind: 'error' }),
  })
}

export type PlaylistHead = Pick<contract.Playlist, 'title' | 'description' | 'visibility'>

export function useCreatePlaylist() {
  return useChange(
    async (body: PlaylistHead & { trackIds?: string[]; rules?: SmartRules }) =>
      (await call(contract.createPlaylist, { body })).playlist,
    () => undefined,
  )
}

export function useUpdatePlaylist(id: string) {
  return useChange(
    async ({ cover, ...body }: PlaylistHead & { cover: File | null | undefined }) => {
      const params = { id }
      await call(contract.updatePlaylist, { params, body })
      if (cover === null) await call(contract.removePlaylistCover, { params })
      if (!cover) return
      const form = new FormData()
      form.set('cover', cover, 'cover')
      await upload(contract.replacePlaylistCover, { params, form })
    },
    () => id,
  )
}

/** Saves the rules of an own smart playlist. */
export function useSaveRules(id: string) {
  return useChange(
    async (rules: SmartRules) =>
      (await call(contract.updatePlaylist, { params: { id }, body: { rules } })).playlist,
    () => id,
  )
}

export function useDeletePlaylist() {
  return useChange(
    async (id: string) => call(contract.deletePlaylist, { params: { id } }),
    () => undefined,
  )
}

export function useCopyPlaylist() {
  return useChange(
    async (id: string) => (await call(playlistSharing.copyPlaylist, { params: { id } })).playlist,
    () => undefined,
  )
}

/** Downloads a playlist as a file. */
export function useExportPlaylist() {
  return useMutation({
    mutationFn: async ({
      playlist,
      format,
    }: {
      playlist: contract.Playlist
      format: playlistFiles.PlaylistFormat
    }) => {
      const address = { params: { id: playlist.id }, query: { format } }
      saveFile(`${playlist.title}.${format}`, await callForFile(playlistFiles.exportPlaylist, address))
    },
    onError: (failure) => showToast(textOf(failure, 'Das Exportieren hat nicht geklappt'), { kind: 'error' }),
  })
}

export function useFollow() {
  return useChange(
    async ({ id, isFollowed }: { id: string; isFollowed: boolean }) =>
      call(isFollowed ? playlistSharing.followPlaylist : playlistSharing.unfollowPlaylist, {
        params: { id },
      }),
    ({ id }) => id,
  )
}

export function useCollaboration(id: string) {
  return useChange(
    async ({ userId, isWanted }: { userId: string; isWanted: boolean }) =>
      call(isWanted ? playlistSharing.addCollaborator : playlistSharing.removeCollaborator, {
        params: { id, userId },
      }),
    () => id,
  )
}

/** Adds tracks at the end of a playlist. */
export function useAddTracks() {
  return useChange(
    async ({ id, trackIds }: { id: string; trackIds: string[] }) =>
      call(playlistEntries.addEntries, { params: { id }, body: { batch: crypto.randomUUID(), trackIds } }),
    ({ id }) => id,
  )
}

async function findContaining(trackIds: readonly string[], signal?: AbortSignal) {
  const body = { trackIds: trackIds.slice(0, contract.CONTAINED_MAX) }
  const { playlists } = await call(contract.findContaining, { body }, signal && { signal })
  return new Map(playlists.map((playlist) => [playlist.id, new Set(playlist.trackIds)]))
}

/** Whether some of these tracks are already in a playlist; false when the server does not answer. */
export async function containsSome(playlistId: string, trackIds: readonly string[]): Promise<boolean> {
  const contained = await findContaining([...new Set(trackIds)]).catch(() => undefined)
  return (contained?.get(playlistId)?.size ?? 0) > 0
}

/** Which of these tracks are already in the playlists that one may change, by playlist. */
export function useContaining(trackIds: readonly string[]) {
  const asked = [...new Set(trackIds)].slice(0, contract.CONTAINED_MAX)
  const { data } = useQuery({
    queryKey: ['playlists', 'containing', asked],
    queryFn: async ({ signal }) => findContaining(asked, signal),
    enabled: asked.length > 0,
    staleTime: 0,
    gcTime: 0,
  })
  return data
}

/**
 * Keeps the list of playlists up to date.
 * @returns a function that stops it
 */
export function startPlaylistUpdates(cache: QueryClient): () => void {
  const readAgain = () => void cache.invalidateQueries({ queryKey: playlistsQuery.queryKey })
  let wasConnected = false
  const stops = [
    socket.on('playlistsChanged', readAgain),
    // The end of a friendship is the end of a collaboration.
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
