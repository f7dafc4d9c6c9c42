import ImagePlus from 'lucide-react/icons/image-plus'
import { useCallback } from 'react'
import { Button } from '#ui/Button.tsx'
import { DropZone } from '#ui/DropZone.tsx'
import { FieldError } from '#ui/Field.tsx'
import { chooseCover, editDraft, useAlbumEditor } from './album-editor.ts'
import styles from './AlbumForm.module.css'

const PROBLEM_ID = 'album-cover-problem'

/** The cover: dropped or chosen, and seen before it is sent. */
export function CoverChoice() {
  const cover = useAlbumEditor((editor) => editor.draft.cover)
  const problem = useAlbumEditor((editor) => editor.problems.albumCover)
  const isSending = useAlbumEditor((editor) => editor.upload !== undefined)
  return (
    <div className={styles.coverside} data-problem={problem && ''}>
      <DropZone
        label={cover ? `Cover ändern, gewählt ist ${cover.name}` : 'Cover auswählen'}
        accept="image/jpeg,image/png,image/webp,image/gif"
        className={styles.cover}
        disabled={isSending}
        describedBy={problem && PROBLEM_ID}
        onFiles={([file]) => file && chooseCover(file)}
      >
        {cover === undefined ? (
          <>
            <ImagePlus className="icon icon-large" aria-hidden />
            <span>
              <strong>Cover hierher ziehen</strong>
              <br />
              oder auswählen
            </span>
            <span className={styles.hint}>Ohne Bild erscheint die Standardhülle</span>
          </>
        ) : (
          <>
            <Preview file={cover} />
            <span className={styles.change}>Cover ändern</span>
          </>
        )}
      </DropZone>
      {problem !== undefined && <FieldError id={PROBLEM_ID}>{problem}</FieldError>}
      {cover && !isSending && (
        <Button
          kind="ghost"
          small
          onClick={() => editDraft((draft) => ({ ...draft, cover: undefined }), { field: 'albumCover' })}
        >
          Cover entfernen
        </Button>
      )}
    </div>
  )
}

/** A picture that only the browser holds so far; its address is given back when it is no longer shown. */
function Preview({ file }: { file: File }) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const address = URL.createObjectURL(file)
      image.src = address
      return () => URL.revokeObjectURL(address)
    },
    [file],
  )
  return <img ref={show} className={styles.preview} alt="" />
}
