import ImagePlus from 'lucide-react/icons/image-plus'
import { useId } from 'react'
import { Cover } from '#ui/components/images/Cover.tsx'
import { DropZone } from '#ui/components/fields/DropZone.tsx'
import { FieldError } from '#ui/components/fields/Field.tsx'
import { ImagePreview } from '#ui/components/fields/ImagePreview.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import styles from './CoverDrop.module.css'

/** Maximum width of the preview in CSS pixels. */
const WIDTH = 240

interface CoverDropProps {
  /** The chosen image. */
  file: File | undefined
  /** The URL of the stored cover, which is shown if no file was chosen. */
  present?: string
  problem?: string | undefined
  disabled: boolean
  onFile: (file: File) => void
}

/** An input for a cover, by drag and drop or in a file dialog, with a preview. */
export function CoverDrop({ file, present, problem, disabled, onFile }: CoverDropProps) {
  const problemId = useId()
  const hasImage = file !== undefined || present !== undefined
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
        {file && <ImagePreview file={file} className={styles.picture} />}
        {!file && hasImage && <Cover src={present} size={WIDTH} className={styles.picture} />}
        {hasImage ? (
          <span className={styles.change}>Cover ändern</span>
        ) : (
          <>
            <ImagePlus className="icon icon-large" aria-hidden />
            <span>
              <strong>Cover hierher ziehen</strong>
              <br />
              oder auswählen
            </span>
            <Text size="sm" tone="faint">
              Ohne Bild erscheint die Standardhülle
            </Text>
          </>
        )}
      </DropZone>
      {problem !== undefined && <FieldError id={problemId}>{problem}</FieldError>}
    </>
  )
}
