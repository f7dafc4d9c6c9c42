import { useNavigate } from 'react-router'
import type { Track } from '#features/tracks/index.ts'
import { useCreatePlaylist } from './queries.ts'
import { PlaylistForm } from './PlaylistForm.tsx'
import { pathOfPlaylist } from './wording.ts'

const NO_TRACKS: readonly Track[] = []

interface NewPlaylistProps {
  open: boolean
  /** What it contains at first. */
  tracks?: readonly Track[]
  onClose: () => void
}

/** The dialog „Neue Playlist“; a new playlist is opened. Render it anew for each. */
export function NewPlaylist({ open, tracks = NO_TRACKS, onClose }: NewPlaylistProps) {
  const navigate = useNavigate()
  const create = useCreatePlaylist()
  return (
    <PlaylistForm
      {...{ open, onClose }}
      busy={create.isPending}
      failure={create.error}
      onSave={(head) =>
        create.mutate(
          { ...head, ...(tracks.length > 0 && { trackIds: tracks.map(({ id }) => id) }) },
          {
            onSuccess: (playlist) => {
              onClose()
              void navigate(pathOfPlaylist(playlist))
            },
          },
        )
      }
    />
  )
}
