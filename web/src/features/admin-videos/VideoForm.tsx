import { VIDEO_DESCRIPTION_MAX_LENGTH, VIDEO_TITLE_MAX_LENGTH } from '@tonarchiv/contract/videos'
import { useEffect, useRef, type SubmitEvent } from 'react'
import { Button } from '#ui/components/controls/Button.tsx'
import { TextField } from '#ui/components/fields/Field.tsx'
import { focusAfterSubmit } from '#ui/dom/focus-after-submit.ts'
import { Notice } from '#ui/components/content/Notice.tsx'
import { Surface } from '#ui/components/base/Surface.tsx'
import { TextAreaField } from '#ui/components/fields/TextAreaField.tsx'
import { UploadStatus } from '#ui/components/fields/UploadStatus.tsx'
import { useAddVideo } from './api.ts'
import { FileChoice } from './FileChoice.tsx'
import { ThumbnailChoice } from './ThumbnailChoice.tsx'
import { checkField, editDraft, openEditor, submitVideo, useVideoEditor } from './video-editor.ts'
import styles from './VideoForm.module.css'

/** The form that uploads a video. A title, a date and a file are required. See docs/product.md §17.6. */
export function VideoForm({ ownerId }: { ownerId: string }) {
  const form = useRef<HTMLFormElement>(null)
  const { mutateAsync } = useAddVideo()
  const { title, description, day, file } = useVideoEditor((editor) => editor.draft)
  const problems = useVideoEditor((editor) => editor.problems)
  const upload = useVideoEditor((editor) => editor.upload)
  const failure = useVideoEditor((editor) => editor.failure)
  const isSending = upload !== undefined

  useEffect(() => openEditor(ownerId), [ownerId])

  const submit = async () => {
    const isAdded = await submitVideo(mutateAsync)
    focusAfterSubmit(form.current, isAdded)
  }

  return (
    <Surface
      as="form"
      padding="roomy"
      ref={form}
      className={styles.form}
      noValidate
      aria-label="Video hochladen"
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault()
        void submit()
      }}
    >
      <h2>Video hochladen</h2>
      <TextField
        label="Titel"
        autoComplete="off"
        maxLength={VIDEO_TITLE_MAX_LENGTH}
        disabled={isSending}
        value={title}
        error={problems.title}
        onBlur={() => title !== '' && checkField('title')}
        onChange={({ currentTarget: { value } }) => editDraft({ title: value }, 'title')}
      />
      <TextAreaField
        label="Beschreibung"
        rows={3}
        maxLength={VIDEO_DESCRIPTION_MAX_LENGTH}
        disabled={isSending}
        value={description}
        error={problems.description}
        onBlur={() => checkField('description')}
        onChange={({ currentTarget: { value } }) => editDraft({ description: value }, 'description')}
      />
      <div className={styles.pair}>
        <TextField
          label="Datum"
          type="date"
          min="1900-01-01"
          max="2100-12-31"
          disabled={isSending}
          value={day}
          error={problems.upload_date}
          onBlur={() => checkField('upload_date')}
          onChange={({ currentTarget: { value } }) => editDraft({ day: value }, 'upload_date')}
        />
        <ThumbnailChoice />
      </div>
      {upload && file ? <UploadStatus kind="video" title={file.name} {...upload} /> : <FileChoice />}
      {failure !== undefined && <Notice kind="danger">{failure}</Notice>}
      <Button
        kind="primary"
        type="submit"
        block
        busy={isSending}
        disabled={isSending || file === undefined || title.trim() === ''}
      >
        {isSending ? 'Wird hochgeladen...' : 'Video hochladen'}
      </Button>
    </Surface>
  )
}
