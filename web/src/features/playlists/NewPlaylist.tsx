import { useNavigate } from 'react-router'
import { useCreatePlaylist } from './queries.ts'
import { PlaylistForm } from './PlaylistForm.tsx'
import { pathOfPlaylist } from './wording.ts'

/** The dialog „Neue Playlist“; a new playlist is opened. Render it anew for each. */
export function NewPlaylist({ open, onClose }: { open: boolean; onClose: () => void }) {
  const navigate = useNavigate()
  const create = useCreatePlaylist()
  return (
    <PlaylistForm
      {...{ open, onClose }}
      busy={create.isPending}
      failure={create.error}
      onSave={(head) =>
        create.mutate(head, {
          onSuccess: (playlist) => {
            onClose()
            void navigate(pathOfPlaylist(playlist))
          },
        })
      }
    />
  )
}
