import { type AlbumTrack, shownTitle } from '@tonarchiv/contract/catalog'
import { LyricsForm, useIsSavingLyrics } from '#features/lyrics/index.ts'
import { SaveDialog } from './SaveDialog.tsx'
import { keepLyricsDraft, useTracksEditor } from './tracks-editor.ts'

interface EditLyricsProps {
  /** Missing while the dialog is closed. */
  track: AlbumTrack | undefined
  onClose: () => void
}

/** A dialog for the lyrics of a track. What was typed stays when it is closed, until it is saved. */
export function EditLyrics({ track, onClose }: EditLyricsProps) {
  const id = track?.id ?? ''
  const draft = useTracksEditor(({ lyrics }) => lyrics[id])
  const isBusy = useIsSavingLyrics(id)
  return (
    <SaveDialog
      open={track !== undefined}
      title={track === undefined ? 'Songtext' : `Songtext von „${shownTitle(track.title)}“`}
      width="medium"
      {...{ isBusy, onClose }}
    >
      {(formId) =>
        track && (
          <LyricsForm
            key={id}
            id={formId}
            trackId={id}
            draft={draft}
            onDraft={(changed) => keepLyricsDraft(id, changed)}
            onSaved={onClose}
          />
        )
      }
    </SaveDialog>
  )
}
