import { useState } from 'react'
import { useAddedToast } from './added-toast.ts'
import { PlaylistForm } from './PlaylistForm.tsx'
import { useCreatePlaylist } from './playlist-changes.ts'
import { useSaveAsPlaylist } from './save-as-playlist.ts'

const close = () => useSaveAsPlaylist.setState({ saving: undefined })

/** The dialog that `saveAsPlaylist` opens: creates a playlist from the given tracks. */
export function SaveAsPlaylistDialog() {
  const opened = useSaveAsPlaylist((state) => state.opened)
  return opened > 0 && <SaveForm key={opened} />
}

function SaveForm() {
  const saving = useSaveAsPlaylist((state) => state.saving)
  const showAdded = useAddedToast()
  // Copied into this component, because the dialog may be closed before the answer arrives.
  const [onView, setOnView] = useState<() => void>()
  const create = useCreatePlaylist((playlist) =>
    showAdded(playlist, { count: playlist.entryCount, ...(onView && { onView }) }),
  )
  return (
    <PlaylistForm
      open={saving !== undefined}
      onClose={close}
      busy={create.isPending}
      failure={create.error}
      onSave={(head) => {
        if (saving === undefined) return
        setOnView(() => saving.onView)
        const trackIds = saving.tracks.map(({ id }) => id)
        create.mutate({ ...head, trackIds }, { onSuccess: close })
      }}
    />
  )
}
