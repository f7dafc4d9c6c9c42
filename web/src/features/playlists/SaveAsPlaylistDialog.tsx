import { useAddedToast } from './added-toast.ts'
import { PlaylistForm } from './PlaylistForm.tsx'
import { useCreatePlaylist } from './queries.ts'
import { useSaveAsPlaylist } from './save-as-playlist.ts'

const close = () => useSaveAsPlaylist.setState({ saving: undefined })

/** Makes a new playlist of the tracks of `saveAsPlaylist`. */
export function SaveAsPlaylistDialog() {
  const opened = useSaveAsPlaylist((state) => state.opened)
  return opened > 0 && <SaveForm key={opened} />
}

function SaveForm() {
  const saving = useSaveAsPlaylist((state) => state.saving)
  const create = useCreatePlaylist()
  const showAdded = useAddedToast()
  return (
    <PlaylistForm
      open={saving !== undefined}
      onClose={close}
      busy={create.isPending}
      failure={create.error}
      onSave={(head) => {
        if (saving === undefined) return
        const { tracks, onView } = saving
        create.mutate(
          { ...head, trackIds: tracks.map(({ id }) => id) },
          {
            onSuccess: (playlist) => {
              close()
              showAdded(playlist, { count: playlist.entryCount, onView })
            },
          },
        )
      }}
    />
  )
}
