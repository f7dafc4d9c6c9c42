import ImageUp from 'lucide-react/icons/image-up'
import { useId, useState } from 'react'
import { ApiError } from '#client/api-error.ts'
import { ErrorText, type Refused, refusedBy, serverTextOr } from '#features/auth/index.ts'
import { Avatar } from '#ui/components/images/Avatar.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { Dialog } from '#ui/components/overlays/Dialog.tsx'
import { DropZone } from '#ui/components/fields/DropZone.tsx'
import { FieldError } from '#ui/components/fields/Field.tsx'
import { showToast } from '#ui/dom/toast.ts'
import { Text } from '#ui/components/base/Text.tsx'
import styles from './AvatarDialog.module.css'
import { drawAvatar, type DrawnAvatar, fileProblem } from './avatar-image.ts'
import { IMAGE_NOT_SAVED, IMAGE_UNREADABLE, PROFILE_SAVED } from '../form/wording.ts'

interface AvatarDialogProps {
  isOpen: boolean
  onClose: () => void
  onSave: (image: Blob) => Promise<void>
  /** The URL of the current image; null when there is none. */
  currentAvatar: string | null
}

/** The dialog in which a member chooses, previews and uploads an image of themselves. See docs/product.md §16.3. */
export function AvatarDialog({ isOpen, onClose, onSave, currentAvatar }: AvatarDialogProps) {
  const problemId = useId()
  const [image, setImage] = useState<DrawnAvatar>()
  const [problem, setProblem] = useState<Refused>()
  const [busy, setBusy] = useState(false)

  const refuse = (text: string, failure?: unknown) =>
    setProblem(refusedBy(failure, text, () => setProblem(undefined)))

  const choose = async (file: File) => {
    const wrong = fileProblem(file)
    if (wrong !== undefined) return refuse(wrong)
    setProblem(undefined)
    try {
      setImage(await drawAvatar(file))
    } catch {
      refuse(IMAGE_UNREADABLE)
    }
  }

  const save = async () => {
    if (image === undefined) return
    setBusy(true)
    setProblem(undefined)
    try {
      await onSave(image.file)
      onClose()
      showToast(PROFILE_SAVED)
    } catch (failure) {
      refuse(failure instanceof ApiError ? serverTextOr(failure, IMAGE_NOT_SAVED) : IMAGE_NOT_SAVED, failure)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      title="Avatar ändern"
      footer={
        <>
          <Button onClick={onClose}>Abbrechen</Button>
          <Button
            kind="primary"
            busy={busy}
            disabled={image === undefined || problem?.waitSeconds !== undefined}
            onClick={() => void save()}
          >
            Speichern
          </Button>
        </>
      }
    >
      <div className={styles.edit}>
        <Avatar src={image?.address ?? currentAvatar} size={120} />
        <DropZone
          className={styles.drop}
          label="Bild auswählen"
          accept="image/*"
          describedBy={problem === undefined ? undefined : problemId}
          onFiles={([file]) => {
            if (file !== undefined) void choose(file)
          }}
        >
          <ImageUp className="icon" aria-hidden />
          <span>
            <strong>Bild hierher ziehen</strong> oder auswählen
          </span>
          <Text size="sm" tone="faint">
            Bildformate bis 8 MB
          </Text>
        </DropZone>
      </div>
      <div role="alert" className={styles.problem}>
        {problem !== undefined && (
          <FieldError id={problemId}>
            <ErrorText {...problem} />
          </FieldError>
        )}
      </div>
    </Dialog>
  )
}
