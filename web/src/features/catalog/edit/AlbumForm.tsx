import Plus from 'lucide-react/icons/plus'
import { useEffect, useRef, type ReactNode, type SubmitEvent } from 'react'
import { Button } from '#ui/components/controls/Button.tsx'
import { focusAfterSubmit } from '#ui/dom/focus-after-submit.ts'
import { Notice } from '#ui/components/content/Notice.tsx'
import { UploadStatus } from '#ui/components/fields/UploadStatus.tsx'
import { Surface } from '#ui/components/base/Surface.tsx'
import { withNewRow, withoutRow, withRow, type PremiereDraft } from './album-draft.ts'
import {
  chooseFolder,
  chooseTrack,
  chooseTracks,
  editDraft,
  openEditor,
  submitAlbum,
  useAlbumEditor,
} from './album-editor.ts'
import { AlbumSummary } from './AlbumSummary.tsx'
import styles from './AlbumForm.module.css'
import { useAddAlbum } from '../albums/api.ts'
import { CoverChoice } from './CoverChoice.tsx'
import rowStyles from './TrackRows.module.css'
import { TrackRows, type RowActions } from './TrackRows.tsx'

const ROW_ACTIONS: RowActions = {
  onTitle: (rowKey, title) =>
    editDraft((draft) => withRow(draft, rowKey, { title }), { field: 'tracks', rowKey }),
  onArtists: (rowKey, artists) =>
    editDraft((draft) => withRow(draft, rowKey, artists), { field: 'tracks', rowKey }),
  onFile: chooseTrack,
  onFiles: chooseTracks,
  onFolder: chooseFolder,
  onRemove: (rowKey) => editDraft((draft) => withoutRow(draft, rowKey), { rowKey }),
}

/** The props for the component with the fields of a premiere. */
export interface PremiereSlot {
  draft: PremiereDraft
  onChange: (draft: PremiereDraft) => void
  title: string
  error: string | undefined
  disabled: boolean
}

interface AlbumFormProps {
  ownerId: string
  /** Renders the fields of a premiere. */
  premiere?: (slot: PremiereSlot) => ReactNode
}

/**
 * The form that adds an album: its data, its cover and its tracks. Many files can be chosen at once. See
 * docs/product.md §17.4.
 */
export function AlbumForm({ ownerId, premiere }: AlbumFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { mutateAsync } = useAddAlbum()
  const rows = useAlbumEditor((editor) => editor.draft.rows)
  const draft = useAlbumEditor((editor) => editor.draft.premiere)
  const title = useAlbumEditor((editor) => editor.draft.title)
  const problems = useAlbumEditor((editor) => editor.problems)
  const upload = useAlbumEditor((editor) => editor.upload)
  const failure = useAlbumEditor((editor) => editor.failure)

  useEffect(() => openEditor(ownerId), [ownerId])

  const submit = async () => {
    const isAdded = await submitAlbum(mutateAsync)
    focusAfterSubmit(form.current, isAdded)
  }

  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      aria-label="Add New Album"
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault()
        void submit()
      }}
    >
      <CoverChoice />
      <div className={styles.main}>
        <AlbumSummary />
        {premiere?.({
          draft,
          title,
          error: problems.premiere,
          disabled: upload !== undefined,
          onChange: (changed) =>
            editDraft((before) => ({ ...before, premiere: changed }), { field: 'premiere' }),
        })}
        <Surface padding="roomy">
          <div className={rowStyles.head}>
            <h2>Tracks</h2>
            <span>{rows.length === 1 ? '1 Zeile' : `${rows.length} Zeilen`}</span>
          </div>
          <TrackRows {...{ rows, problems }} isSending={upload !== undefined} actions={ROW_ACTIONS} />
        </Surface>
        {failure !== undefined && <Notice kind="danger">{failure}</Notice>}
        {upload && <UploadStatus title={title} {...upload} />}
        <div className={styles.end}>
          <Button disabled={upload !== undefined} onClick={() => editDraft(withNewRow)}>
            <Plus className="icon icon-small" aria-hidden />
            Zeile hinzufügen
          </Button>
          <Button kind="primary" type="submit" busy={upload !== undefined}>
            {upload ? 'Wird hochgeladen...' : draft.isOn ? 'Premiere ansetzen' : 'Album hinzufügen'}
          </Button>
        </div>
      </div>
    </form>
  )
}
