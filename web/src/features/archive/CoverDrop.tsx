import ImagePlus from 'lucide-react/icons/image-plus'
import { useId, type ReactNode } from 'react'
import { DropZone } from '#ui/DropZone.tsx'
import { FieldError } from '#ui/Field.tsx'
import { PicturePreview } from '#ui/PicturePreview.tsx'
import styles from './AlbumForm.module.css'

interface CoverDropProps {
  /** What was chosen. */
  file: File | undefined
  problem?: string | undefined
  disabled: boolean
  onFile: (file: File) => void
  /** What shows while nothing is chosen. */
  children?: ReactNode
}

/** A cover to drop or choose, seen before it is sent. */
export function CoverDrop({ file, problem, disabled, onFile, children }: CoverDropProps) {
  const problemId = useId()
  return (
    <>
      <DropZone
        label={file ? `Cover ändern, gewählt ist ${file.name}` : 'Cover auswählen'}
        accept="image/jpeg,image/png,image/webp,image/gif"
        className={styles.cover}
        disabled={disabled}
        describedBy={problem && problemId}
        onFiles={([chosen]) => chosen && onFile(chosen)}
      >
        {file ? (
          <>
            <PicturePreview file={file} className={styles.preview} />
            <span className={styles.change}>Cover ändern</span>
          </>
        ) : (
          (children ?? (
            <>
              <ImagePlus className="icon icon-large" aria-hidden />
              <span>
                <strong>Cover hierher ziehen</strong>
                <br />
                oder auswählen
              </span>
              <span className={styles.hint}>Ohne Bild erscheint die Standardhülle</span>
            </>
          ))
        )}
      </DropZone>
      {problem !== undefined && <FieldError id={problemId}>{problem}</FieldError>}
    </>
  )
}
