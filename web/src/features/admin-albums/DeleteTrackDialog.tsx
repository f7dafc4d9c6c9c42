import { shownTitle, type AlbumTrack } from '@tonarchiv/contract/catalog'
import { ConfirmDialogAbout } from '#ui/components/overlays/ConfirmDialog.tsx'

interface DeleteTrackDialogProps<Track> {
  /** The track to delete; undefined while the dialog is closed. */
  track: Track | undefined
  busy: boolean
  onConfirm: (track: Track) => void
  onClose: () => void
}

/** Asks for confirmation before a track and its file are deleted. */
export function DeleteTrackDialog<Track extends Pick<AlbumTrack, 'title'>>({
  track,
  busy,
  onConfirm,
  onClose,
}: DeleteTrackDialogProps<Track>) {
  return (
    <ConfirmDialogAbout
      subject={track}
      title="Track löschen?"
      confirm="Löschen"
      busy={busy}
      onConfirm={onConfirm}
      onCancel={onClose}
    >
      {({ title }) =>
        `„${shownTitle(title)}“ wird mit seiner Datei gelöscht. Das lässt sich nicht rückgängig machen.`
      }
    </ConfirmDialogAbout>
  )
}
