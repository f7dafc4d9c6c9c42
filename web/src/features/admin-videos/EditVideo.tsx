import {
  updateVideo,
  VIDEO_DESCRIPTION_MAX_LENGTH,
  VIDEO_TITLE_MAX_LENGTH,
  type Video,
} from '@tonarchiv/contract/videos'
import type { BodyOf } from '@tonarchiv/contract/route'
import ImageUp from 'lucide-react/icons/image-up'
import { useId, useState, type SubmitEvent } from 'react'
import { textOf } from '#client/api-error.ts'
import { check } from '#client/check.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { FieldError, TextField } from '#ui/components/fields/Field.tsx'
import { TextAreaField } from '#ui/components/fields/TextAreaField.tsx'
import { Dialog } from '#ui/components/overlays/Dialog.tsx'
import { chooseFile } from '#ui/dom/choose-file.ts'
import { useEditVideo } from './api.ts'
import styles from './EditVideo.module.css'
import { problemOfThumbnail } from './video-draft.ts'

interface EditVideoProps {
  /** The video to edit; undefined while the dialog is closed. */
  video: Video | undefined
  onClose: () => void
}

/** Edits title, description, date and thumbnail of a video. */
export function EditVideo({ video, onClose }: EditVideoProps) {
  const formId = useId()
  const edit = useEditVideo()
  // The form stays rendered until the dialog has finished its closing animation.
  const [shown, setShown] = useState(video)
  if (video && video !== shown) setShown(video)
  return (
    <Dialog
      open={video !== undefined}
      title="Video bearbeiten"
      width="medium"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Abbrechen</Button>
          <Button kind="primary" type="submit" form={formId} busy={edit.isPending}>
            Speichern
          </Button>
        </>
      }
    >
      {shown && (
        <EditForm
          {...{ formId, onClose }}
          video={shown}
          isSending={edit.isPending}
          onSave={async (changes, image) => edit.mutateAsync({ id: shown.id, changes, image })}
        />
      )}
    </Dialog>
  )
}

type Changes = BodyOf<typeof updateVideo>

/**
 * The fields that differ from the stored video. Only these are sent, so that two admins who change different fields do
 * not overwrite each other's changes.
 */
function changesOf(
  video: Video,
  { title, description, day }: Record<'title' | 'description' | 'day', string>,
) {
  return {
    ...(title !== video.title && { title }),
    ...(description !== video.description && { description }),
    ...(day !== video.upload_date && { upload_date: day }),
  }
}

interface EditFormProps {
  formId: string
  video: Video
  isSending: boolean
  /** @throws ApiError */
  onSave: (changes: Changes, image: File | undefined) => Promise<void>
  onClose: () => void
}

function EditForm({ formId, video, isSending, onSave, onClose }: EditFormProps) {
  const [title, setTitle] = useState(video.title)
  const [description, setDescription] = useState(video.description)
  const [day, setDay] = useState(video.upload_date)
  const [image, setImage] = useState<File>()
  const [problems, setProblems] = useState<Record<string, string>>({})

  const save = async () => {
    const checked = check(updateVideo.body, changesOf(video, { title, description, day }))
    setProblems(checked.ok ? {} : checked.fields)
    if (!checked.ok) return
    try {
      if (Object.keys(checked.data).length > 0 || image) await onSave(checked.data, image)
      onClose()
    } catch (failure) {
      setProblems({ form: textOf(failure, 'Das Video konnte nicht gespeichert werden.') })
    }
  }
  const choose = async () => {
    const chosen = await chooseFile('image/jpeg,image/png,image/webp,image/gif')
    if (chosen === undefined) return
    const problem = problemOfThumbnail(chosen)
    if (problem === undefined) setImage(chosen)
    setProblems(problem === undefined ? {} : { thumbnail: problem })
  }

  return (
    <form
      id={formId}
      className={styles.form}
      noValidate
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault()
        void save()
      }}
    >
      <TextField
        label="Titel"
        data-autofocus
        autoComplete="off"
        maxLength={VIDEO_TITLE_MAX_LENGTH}
        disabled={isSending}
        value={title}
        error={problems['title']}
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
      />
      <TextAreaField
        label="Beschreibung"
        rows={4}
        maxLength={VIDEO_DESCRIPTION_MAX_LENGTH}
        disabled={isSending}
        value={description}
        error={problems['description']}
        onChange={({ currentTarget }) => setDescription(currentTarget.value)}
      />
      <TextField
        label="Datum"
        type="date"
        disabled={isSending}
        value={day}
        error={problems['upload_date']}
        onChange={({ currentTarget }) => setDay(currentTarget.value)}
      />
      <div className={styles.image}>
        <Button small disabled={isSending} onClick={() => void choose()}>
          <ImageUp className="icon icon-small" aria-hidden />
          Vorschaubild ersetzen
        </Button>
        {image && <span>{image.name}</span>}
      </div>
      {problems['thumbnail'] !== undefined && <FieldError>{problems['thumbnail']}</FieldError>}
      {problems['form'] !== undefined && <FieldError>{problems['form']}</FieldError>}
    </form>
  )
}
