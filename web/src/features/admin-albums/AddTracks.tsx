import type { Album } from '@tonarchiv/contract/catalog'
import Plus from 'lucide-react/icons/plus'
import { useMemo } from 'react'
import { TrackRows, withNewRow, withoutRow, withRow, type RowActions } from '#features/catalog/index.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { UploadStatus } from '#ui/components/fields/UploadStatus.tsx'
import { useAddTracks } from './api.ts'
import styles from './TrackManagement.module.css'
import {
  chooseTrackFile,
  chooseTrackFiles,
  chooseTrackFolder,
  editTracks,
  submitTracks,
  useTracksEditor,
} from './tracks-editor.ts'

/** The form that adds tracks to an album. At least one track needs a title and a file. See docs/product.md §17.5. */
export function AddTracks({ album }: { album: Album }) {
  const { albumId, albumTitel } = album
  const tracks = useTracksEditor(({ albums }) => albums[albumId])
  const { mutateAsync } = useAddTracks()
  const actions = useMemo<RowActions>(
    () => ({
      onTitle: (key, title) => editTracks(albumId, (draft) => withRow(draft, key, { title })),
      onArtists: (key, artists) => editTracks(albumId, (draft) => withRow(draft, key, artists)),
      onFile: (key, file) => chooseTrackFile(albumId, key, file),
      onFiles: (files) => chooseTrackFiles(albumId, files),
      onFolder: (files) => chooseTrackFolder(albumId, files),
      onRemove: (key) => editTracks(albumId, (draft) => withoutRow(draft, key)),
    }),
    [albumId],
  )
  if (!tracks) return null
  const { draft, problems, upload } = tracks
  const isReady = draft.rows.some(({ title, file }) => title.trim() !== '' && file !== undefined)
  return (
    <section className={styles.add} aria-label={`Add Tracks: ${albumTitel}`} lang="de">
      <h3 lang="en">Add Tracks</h3>
      <TrackRows rows={draft.rows} problems={problems} isSending={upload !== undefined} actions={actions} />
      {upload && <UploadStatus title={albumTitel} {...upload} />}
      <div className={styles.end}>
        <Button small disabled={upload !== undefined} onClick={() => editTracks(albumId, withNewRow)}>
          <Plus className="icon icon-small" aria-hidden />
          Zeile hinzufügen
        </Button>
        <Button
          kind="primary"
          small
          lang="en"
          disabled={!isReady}
          busy={upload !== undefined}
          onClick={() => void submitTracks(album, mutateAsync)}
        >
          Add Tracks
        </Button>
      </div>
    </section>
  )
}
