import ImageUp from 'lucide-react/icons/image-up'
import { useId, useState } from 'react'
import { ApiError } from '#client/api-error.ts'
import { Reason, type Refused, refusedBy, saidOr } from '#features/auth/index.ts'
import { Avatar } from '#ui/components/Avatar.tsx'
import { Button } from '#ui/components/Button.tsx'
import { Dialog } from '#ui/components/Dialog.tsx'
import { DropZone } from '#ui/components/DropZone.tsx'
import { FieldError } from '#ui/components/Field.tsx'
import { showToast } from '#ui/dom/toast.ts'
import styles from './AvatarDialog.module.css'
import { drawAvatar, type DrawnAvatar, fileProblem } from './avatar-picture.ts'
import { PICTURE_NOT_SAVED, PICTURE_UNREADABLE, PROFILE_SAVED } from './wording.ts'

interface AvatarDialogProps {
  isOpen: boolean
  onClose: () => void
  onSave: (picture: Blob) => Promise<void>
  /** Address of the picture so far. */
  currentAvatar: string | null
}

/** Chooses, shows and keeps the own picture. See docs/product.md §16.3. */
export function AvatarDialog({ isOpen, onClose, onSave, currentAvatar }: AvatarDialogProps) {
  const problemId = useId()
  const [picture, setPicture] = useState<DrawnAvatar>()
  const [problem, setProblem] = useState<Refused>()
  const [busy, setBusy] = useState(false)

  const refuse = (text: string, failure?: unknown) =>
    setProblem(refusedBy(failure, text, () => setProblem(undefined)))

  const choose = async (file: File) => {
    const wrong = fileProblem(file)
    if (wrong !== undefined) return refuse(wrong)
    setProblem(undefined)
    try {
      setPicture(await drawAvatar(file))
    } catch {
      refuse(PICTURE_UNREADABLE)
    }
  }

  const save = async () => {
    if (picture === undefined) return
    setBusy(true)
    setProblem(undefined)
    try {
      await onSave(picture.file)
      onClose()
      showToast(PROFILE_SAVED)
    } catch (failure) {
      refuse(failure instanceof ApiError ? saidOr(failure, PICTURE_NOT_SAVED) : PICTURE_NOT_SAVED, failure)
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
            disabled={picture === undefined || problem?.waitSeconds !== undefined}
            onClick={() => void save()}
          >
            Speichern
          </Button>
        </>
      }
    >
      <div className={styles.edit}>
        <Avatar src={picture?.address ?? currentAvatar} size={120} />
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
          <span className={styles.hint}>Bildformate bis 8 MB</span>
        </DropZone>
      </div>
      <div role="alert" className={styles.problem}>
        {problem !== undefined && (
          <FieldError id={problemId}>
            <Reason {...problem} />
          </FieldError>
        )}
      </div>
    </Dialog>
  )
}
