import Image from 'lucide-react/icons/image'
import X from 'lucide-react/icons/x'
import { useId } from 'react'
import { DropZone } from '#ui/components/fields/DropZone.tsx'
import { FieldError } from '#ui/components/fields/Field.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { ImagePreview } from '#ui/components/fields/ImagePreview.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { chooseThumbnail, editDraft, useVideoEditor } from './video-editor.ts'
import styles from './VideoForm.module.css'

/** The input for the thumbnail of the new video. If none is chosen, the server uses a frame of the video. */
export function ThumbnailChoice() {
  const file = useVideoEditor((editor) => editor.draft.thumbnail)
  const problem = useVideoEditor((editor) => editor.problems.thumbnail)
  const isSending = useVideoEditor((editor) => editor.upload !== undefined)
  const problemId = useId()
  return (
    <div className={styles.choice} data-problem={problem && ''}>
      <Text size="sm" weight="medium" tone="muted">
        Vorschaubild
      </Text>
      <div className={styles.picture}>
        <DropZone
          label={file ? `Vorschaubild ändern, gewählt ist ${file.name}` : 'Vorschaubild auswählen'}
          accept="image/jpeg,image/png,image/webp,image/gif"
          className={styles.pick}
          disabled={isSending}
          describedBy={problem && problemId}
          onFiles={([chosen]) => chosen && chooseThumbnail(chosen)}
        >
          {file ? (
            <ImagePreview file={file} className={styles.preview} />
          ) : (
            <Image className="icon icon-small" aria-hidden />
          )}
          <Text truncate>{file?.name ?? 'Bild auswählen'}</Text>
        </DropZone>
        {file && !isSending && (
          <IconButton
            label="Vorschaubild entfernen"
            onClick={() => editDraft({ thumbnail: undefined }, 'thumbnail')}
          >
            <X className="icon icon-small" aria-hidden />
          </IconButton>
        )}
      </div>
      {problem !== undefined && <FieldError id={problemId}>{problem}</FieldError>}
    </div>
  )
}
