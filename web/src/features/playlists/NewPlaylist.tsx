import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Track } from '#features/tracks/index.ts'
import { Checkbox } from '#ui/components/controls/Checkbox.tsx'
import { useCreatePlaylist } from './queries.ts'
import { PlaylistForm } from './PlaylistForm.tsx'
import { JUST_CREATED, NEW_RULES } from './rules/new-rules.ts'
import { pathOfPlaylist } from './wording.ts'

const NO_TRACKS: readonly Track[] = []

interface NewPlaylistProps {
  open: boolean
  /** What it contains at first. */
  tracks?: readonly Track[]
  onClose: () => void
}

/** The dialog „Neue Playlist“; a new playlist is opened, a smart one with its rules. Render it anew for each. */
export function NewPlaylist({ open, tracks = NO_TRACKS, onClose }: NewPlaylistProps) {
  const navigate = useNavigate()
  const create = useCreatePlaylist()
  const [isSmart, setIsSmart] = useState(false)
  return (
    <PlaylistForm
      {...{ open, onClose }}
      busy={create.isPending}
      failure={create.error}
      onSave={(head) =>
        create.mutate(
          {
            ...head,
            ...(tracks.length > 0 && { trackIds: tracks.map(({ id }) => id) }),
            ...(isSmart && { rules: NEW_RULES }),
          },
          {
            onSuccess: (playlist) => {
              onClose()
              void navigate(pathOfPlaylist(playlist), isSmart ? { state: JUST_CREATED } : {})
            },
          },
        )
      }
    >
      {tracks.length === 0 && (
        <Checkbox checked={isSmart} onChange={({ currentTarget }) => setIsSmart(currentTarget.checked)}>
          Automatisch nach Regeln füllen
        </Checkbox>
      )}
    </PlaylistForm>
  )
}
