import { useRef } from 'react'
import { Button } from '#ui/components/controls/Button.tsx'
import { useRestoredFocus } from '#ui/hooks/use-restored-focus.ts'
import { chooseCover, editDraft, useAlbumEditor } from './album-editor.ts'
import styles from './AlbumForm.module.css'
import { CoverDrop } from './CoverDrop.tsx'

/** The input for the cover of the new album. */
export function CoverChoice() {
  const cover = useAlbumEditor((editor) => editor.draft.cover)
  const problem = useAlbumEditor((editor) => editor.problems.albumCover)
  const isSending = useAlbumEditor((editor) => editor.upload !== undefined)
  const side = useRef<HTMLDivElement>(null)
  useRestoredFocus(side, () => side.current?.querySelector('input'))
  return (
    <div ref={side} className={styles.coverside} data-problem={problem && ''}>
      <CoverDrop file={cover} problem={problem} disabled={isSending} onFile={chooseCover} />
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
