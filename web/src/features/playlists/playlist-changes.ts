import * as contract from '@tonarchiv/contract/playlists'
import * as playlistSharing from '@tonarchiv/contract/playlist-sharing'
import { exportPlaylist, type PlaylistFormat } from '@tonarchiv/contract/playlist-files'
import type { SmartRules } from '@tonarchiv/contract/playlist-rules'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { ApiError, textOf } from '#client/api-error.ts'
import { call, callForFile } from '#client/call.ts'
import { upload } from '#client/uploads/upload.ts'
import { saveFile } from '#ui/dom/save-file.ts'
import { showToast } from '#ui/dom/toast.ts'
import { createRepeatableId } from './repeatable-id.ts'
import { DELETING, hidePlaylist, readPlaylistsAgain, showPlaylist } from './queries.ts'

interface Change<V, A> {
  mutationKey?: readonly string[]
  send: (variables: V) => Promise<A>
  /** Returns the id of the changed playlist, whose page may be open. */
  idOf?: (variables: V) => string
  /** Updates the cache with the data of the answer. */
  show?: (cache: QueryClient, answer: A, variables: V) => void
  /** Called after a success, even if the component that made the change has been unmounted. */
  onDone?: ((answer: A, variables: V) => void) | undefined
}

/**
 * A mutation that changes a playlist itself. The data of the answer is shown immediately; then the lists are read
 * again. After a failure, the server's error text is shown.
 */
export function useChange<V, A>({ mutationKey, send, idOf, show, onDone }: Change<V, A>) {
  const cache = useQueryClient()
  return useMutation({
    ...(mutationKey && { mutationKey }),
    mutationFn: send,
    onSuccess: (answer, variables) => {
      show?.(cache, answer, variables)
      readPlaylistsAgain(cache, idOf?.(variables))
      onDone?.(answer, variables)
    },
    onError: (failure, variables) => {
      showToast(textOf(failure, 'Das hat nicht geklappt'), { kind: 'error' })
      // If the server did not answer, it may nevertheless have made the change.
      if (failure instanceof ApiError && failure.status === 0) readPlaylistsAgain(cache, idOf?.(variables))
    },
  })
}

const withCreationId = createRepeatableId()

export type PlaylistHead = Pick<contract.Playlist, 'title' | 'description' | 'visibility'>

export function useCreatePlaylist(onDone?: (playlist: contract.Playlist) => void) {
  return useChange({
    send: async (body: PlaylistHead & { trackIds?: string[]; rules?: SmartRules }) =>
      withCreationId(JSON.stringify(body), async (creationId) => {
        const { playlist } = await call(contract.createPlaylist, { body: { ...body, creationId } })
        return playlist
      }),
    show: showPlaylist,
    onDone,
  })
}

export function useUpdatePlaylist(id: string) {
  return useChange({
    send: async ({ cover, ...body }: PlaylistHead & { cover: File | null | undefined }) => {
      const params = { id }
      const { playlist } = await call(contract.updatePlaylist, { params, body })
      if (cover === undefined) return playlist
      if (cover === null) return (await call(contract.removePlaylistCover, { params })).playlist
      const form = new FormData()
      form.set('cover', cover, 'cover')
      return (await upload(contract.replacePlaylistCover, { params, form })).playlist
    },
    idOf: () => id,
    show: showPlaylist,
  })
}

/** Saves the rules of a smart playlist that belongs to the account. */
export function useSaveRules(id: string) {
  return useChange({
    send: async (rules: SmartRules) =>
      (await call(contract.updatePlaylist, { params: { id }, body: { rules } })).playlist,
    idOf: () => id,
    show: showPlaylist,
  })
}

/** Deletes a playlist. It disappears from the list immediately; if the deletion fails, it reappears. */
export function useDeletePlaylist() {
  return useChange({
    mutationKey: DELETING,
    send: async (id: string) => call(contract.deletePlaylist, { params: { id } }),
    show: (cache, _answer, id) => hidePlaylist(cache, id),
  })
}

interface Copying {
  id: string
  /** The path of the page that was open when the copy was requested. */
  page: string
}

export function useCopyPlaylist(onDone: (copy: contract.Playlist, requested: Copying) => void) {
  return useChange({
    send: async ({ id }: Copying) => (await call(playlistSharing.copyPlaylist, { params: { id } })).playlist,
    show: showPlaylist,
    onDone,
  })
}

/** Follows a playlist, or stops following it. */
export function useFollow() {
  return useChange({
    send: async ({ playlist, isFollowed }: { playlist: contract.Playlist; isFollowed: boolean }) => {
      const params = { id: playlist.id }
      if (isFollowed) return (await call(playlistSharing.followPlaylist, { params })).playlist
      await call(playlistSharing.unfollowPlaylist, { params })
      return { ...playlist, isFollowed }
    },
    idOf: ({ playlist }) => playlist.id,
    show: (cache, playlist) => {
      showPlaylist(cache, playlist)
      if (!playlist.isFollowed) hidePlaylist(cache, playlist.id)
    },
  })
}

/** Makes a friend a collaborator of the playlist, or ends that. */
export function useCollaboration(playlist: contract.Playlist) {
  const { id, collaborators } = playlist
  return useChange({
    send: async ({ userId, isWanted }: { userId: string; isWanted: boolean }) => {
      const params = { id, userId }
      if (isWanted) return (await call(playlistSharing.addCollaborator, { params })).playlist
      await call(playlistSharing.removeCollaborator, { params })
      return { ...playlist, collaborators: collaborators.filter((person) => person.id !== userId) }
    },
    idOf: () => id,
    show: showPlaylist,
  })
}

/** Downloads a playlist in a playlist file format. */
export function useExportPlaylist() {
  return useMutation({
    mutationFn: async ({ playlist, format }: { playlist: contract.Playlist; format: PlaylistFormat }) => {
      const address = { params: { id: playlist.id }, query: { format } }
      saveFile(`${playlist.title}.${format}`, await callForFile(exportPlaylist, address))
    },
    onError: (failure) => showToast(textOf(failure, 'Das Exportieren hat nicht geklappt'), { kind: 'error' }),
  })
}
