import FileVideo from 'lucide-react/icons/file-video'
import X from 'lucide-react/icons/x'
import { useId } from 'react'
import { formatSize } from '#format.ts'
import { DropZone } from '#ui/components/fields/DropZone.tsx'
import { FieldError } from '#ui/components/fields/Field.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { Surface } from '#ui/components/base/Surface.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { chooseFile, editDraft, useVideoEditor } from './video-editor.ts'
import styles from './VideoForm.module.css'
import { VideoText } from './VideoText.tsx'

/** The input for the file of the new video. */
export function FileChoice() {
  const file = useVideoEditor((editor) => editor.draft.file)
  const problem = useVideoEditor((editor) => editor.problems.file)
  const problemId = useId()
  return (
    <div className={styles.choice} data-problem={problem && ''}>
      {file ? (
        <Surface kind="inset" className={styles.chosen}>
          <FileVideo className="icon icon-large" aria-hidden />
          <VideoText title={file.name} details={formatSize(file.size)} />
          <IconButton label={`${file.name} entfernen`} onClick={() => editDraft({ file: undefined }, 'file')}>
            <X className="icon icon-small" aria-hidden />
          </IconButton>
        </Surface>
      ) : (
        <DropZone
          label="Videodatei auswählen"
          accept="video/mp4,video/webm,video/quicktime,.mp4,.webm,.mov"
          describedBy={problem && problemId}
          onFiles={([chosen]) => chosen && void chooseFile(chosen)}
        >
          <FileVideo className="icon icon-large" aria-hidden />
          <span>
            <strong>Video hierher ziehen</strong> oder auswählen
          </span>
          <Text size="sm" tone="muted">
            mp4, webm oder mov, höchstens 4 GB
          </Text>
        </DropZone>
      )}
      {problem !== undefined && <FieldError id={problemId}>{problem}</FieldError>}
    </div>
  )
}
