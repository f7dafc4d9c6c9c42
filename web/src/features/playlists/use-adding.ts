import type { Playlist } from '@tonarchiv/contract/playlists'
import { useState } from 'react'
import type { Track } from '#features/tracks/index.ts'
import { useAddToPlaylist } from './add-to-playlist.ts'
import { useAddTracks } from './add-tracks.ts'
import { useAddedToast } from './added-toast.ts'
import { useCreatePlaylist } from './playlist-changes.ts'
import { useContaining } from './queries.ts'

export const closeAddDialog = () => useAddToPlaylist.setState({ tracks: undefined })

/**
 * Adds tracks to the playlist that is chosen in the dialog, or to a new one. Only one addition is in progress at a
 * time.
 */
export function useAdding(tracks: readonly Track[]) {
  const showAdded = useAddedToast()
  const trackIds = tracks.map(({ id }) => id)
  const { contained, whenKnown } = useContaining(trackIds)
  const add = useAddTracks()
  const create = useCreatePlaylist((playlist) => showAdded(playlist, { count: playlist.entryCount }))
  const [asked, setAsked] = useState(() => useAddToPlaylist.getState().chosenId)
  /** The chosen playlist, while it is not known whether it contains some of the tracks. */
  const [awaited, setAwaited] = useState<string>()
  const isBusy = awaited !== undefined || add.isPending || create.isPending
  // During a request the dialog may be closed, or opened for other tracks.
  const isOpen = () => useAddToPlaylist.getState().tracks === tracks
  const finish = () => {
    if (isOpen()) closeAddDialog()
  }
  const presentIn = (known: typeof contained, { id }: Playlist) =>
    trackIds.filter((trackId) => known?.get(id)?.has(trackId))
  return {
    /** The id of the playlist for which the dialog asks what to add, because it contains some of the tracks. */
    askedId: contained === undefined ? undefined : asked,
    /** The id of the playlist to which tracks are being added, or will be. */
    busyId: awaited ?? (add.isPending ? add.variables.playlist.id : undefined),
    isCreating: create.isPending,
    /** The ids of those tracks that a playlist contains. */
    presentIn: (playlist: Playlist) => presentIn(contained, playlist),
    /** Adds all tracks, or asks if the playlist contains some of them. */
    choose: async (playlist: Playlist) => {
      if (isBusy) return
      if (contained === undefined) setAwaited(playlist.id)
      const known = contained ?? (await whenKnown())
      setAwaited(undefined)
      if (!isOpen()) return
      if (presentIn(known, playlist).length > 0) setAsked(playlist.id)
      else add.mutate({ playlist, trackIds }, { onSuccess: finish })
    },
    addTo: (playlist: Playlist, ids: readonly string[]) => {
      if (!isBusy) add.mutate({ playlist, trackIds: ids }, { onSuccess: finish })
    },
    createNew: (title: string) => {
      const head = { title, description: '', visibility: 'private' } as const
      if (!isBusy) create.mutate({ ...head, trackIds }, { onSuccess: finish })
    },
  }
}
