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
 * Adds tracks to a playlist that the member chooses in the dialog, or to a new one. Only one addition can be in
 * progress.
 */
export function useAdding(tracks: readonly Track[]) {
  const showAdded = useAddedToast()
  const trackIds = tracks.map(({ id }) => id)
  const { contained, whenKnown } = useContaining(trackIds)
  const add = useAddTracks()
  const create = useCreatePlaylist((playlist) => showAdded(playlist, { count: playlist.entryCount }))
  const [asked, setAsked] = useState(() => useAddToPlaylist.getState().chosenId)
  /** The id of the chosen playlist, as long as it is not known whether that playlist contains some of the tracks. */
  const [awaited, setAwaited] = useState<string>()
  const isBusy = awaited !== undefined || add.isPending || create.isPending
  // While a request is in progress, the dialog may be closed, or opened for other tracks.
  const isOpen = () => useAddToPlaylist.getState().tracks === tracks
  const finish = () => {
    if (isOpen()) closeAddDialog()
  }
  const presentIn = (known: typeof contained, { id }: Playlist) =>
    trackIds.filter((trackId) => known?.get(id)?.has(trackId))
  return {
    /**
     * The id of the playlist that already contains some of the tracks, for which the dialog asks which tracks to add.
     */
    askedId: contained === undefined ? undefined : asked,
    /** The id of the playlist to which tracks are being added or are about to be added. */
    busyId: awaited ?? (add.isPending ? add.variables.playlist.id : undefined),
    isCreating: create.isPending,
    /** Returns the ids of those tracks that this playlist already contains. */
    presentIn: (playlist: Playlist) => presentIn(contained, playlist),
    /** Adds all tracks. If the playlist already contains some of them, the dialog asks which to add. */
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
