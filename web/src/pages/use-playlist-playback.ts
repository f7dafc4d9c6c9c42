import type { Playlist } from '@tonarchiv/contract/playlists'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { textOf } from '#client/api-error.ts'
import { getPlayer } from '#features/player/index.ts'
import { pathOfPlaylist, readPlayableTracks, type PlaylistPlayback } from '#features/playlists/index.ts'
import { showToast } from '#ui/dom/toast.ts'
import { usePlayingSource } from './use-playing-source.ts'

/**
 * Plays a playlist from a list of playlists: loads its entries first. If several playlists are chosen quickly, the last
 * one is played.
 */
export function usePlaylistPlayback(): PlaylistPlayback {
  const cache = useQueryClient()
  const playing = usePlayingSource()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async ({ id }: Playlist) => readPlayableTracks(cache, id),
  })
  return {
    playing,
    loadingId: isPending ? variables.id : undefined,
    onPlay: (playlist) => {
      const source = { title: playlist.title, path: pathOfPlaylist(playlist) }
      if (playing?.path === source.path) getPlayer().toggle()
      else
        // TanStack Query calls these callbacks only for the last call of `mutate`.
        mutate(playlist, {
          onSuccess: (tracks) => {
            if (tracks.length > 0) getPlayer().playAll(tracks, { isShuffled: false, source })
            else showToast('In dieser Playlist ist nichts, was sich abspielen lässt')
          },
          onError: (failure) =>
            showToast(textOf(failure, 'Die Playlist konnte nicht geladen werden.'), { kind: 'error' }),
        })
    },
  }
}
