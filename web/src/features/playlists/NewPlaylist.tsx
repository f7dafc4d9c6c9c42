import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Track } from '#features/tracks/index.ts'
import { showToast } from '#ui/dom/toast.ts'
import { Checkbox } from '#ui/components/controls/Checkbox.tsx'
import { useCreatePlaylist } from './playlist-changes.ts'
import { PlaylistForm } from './PlaylistForm.tsx'
import { JUST_CREATED, NEW_RULES } from './rules/new-rules.ts'
import { pathOfPlaylist } from './wording.ts'

const NO_TRACKS: readonly Track[] = []

interface NewPlaylistProps {
  open: boolean
  /** The tracks that are in the new playlist from the start. */
  tracks?: readonly Track[]
  onClose: () => void
}

/**
 * The dialog „Neue Playlist“. After the playlist was created, its page is opened; that of a smart playlist shows the
 * rules. Render the dialog with another key for each playlist.
 */
export function NewPlaylist({ open, tracks = NO_TRACKS, onClose }: NewPlaylistProps) {
  const navigate = useNavigate()
  const [isSmart, setIsSmart] = useState(false)
  const create = useCreatePlaylist((playlist) => {
    const view = () => void navigate(pathOfPlaylist(playlist), isSmart ? { state: JUST_CREATED } : {})
    if (open) {
      onClose()
      view()
    }
    // The dialog was closed before the answer arrived, so the current page stays open.
    else showToast(`„${playlist.title}“ angelegt`, { action: { label: 'Ansehen', onPress: view } })
  })
  return (
    <PlaylistForm
      {...{ open, onClose }}
      busy={create.isPending}
      failure={create.error}
      onSave={(head) =>
        create.mutate({
          ...head,
          ...(tracks.length > 0 && { trackIds: tracks.map(({ id }) => id) }),
          ...(isSmart && { rules: NEW_RULES }),
        })
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
