import type { AlbumTrack } from '@tonarchiv/contract/catalog'
import { TITLE_MAX_LENGTH, TrackTitle } from '@tonarchiv/contract/archive-editing'
import { useState, type SubmitEvent } from 'react'
import { TextField } from '#ui/components/fields/Field.tsx'
import { SaveDialog } from './SaveDialog.tsx'

interface RenameTrackProps {
  /** The track to rename; undefined while the dialog is closed. */
  track: AlbumTrack | undefined
  isBusy: boolean
  onRename: (title: string) => void
  onClose: () => void
}

/** A dialog in which an admin changes the title of a track. */
export function RenameTrack({ track, isBusy, onRename, onClose }: RenameTrackProps) {
  return (
    <SaveDialog open={track !== undefined} title="Titel ändern" width="narrow" {...{ isBusy, onClose }}>
      {(formId) => (
        <TitleForm key={track?.id} id={formId} title={track?.title ?? ''} {...{ onRename, onClose }} />
      )}
    </SaveDialog>
  )
}

interface TitleFormProps {
  id: string
  title: string
  onRename: (title: string) => void
  onClose: () => void
}

function TitleForm({ id, title, onRename, onClose }: TitleFormProps) {
  const [text, setText] = useState(title)
  const [problem, setProblem] = useState<string>()
  return (
    <form
      id={id}
      noValidate
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault()
        const checked = TrackTitle.safeParse(text)
        if (!checked.success) setProblem(checked.error.issues[0]?.message)
        else if (checked.data === title) onClose()
        else onRename(checked.data)
      }}
    >
      <TextField
        label="Titel"
        data-autofocus
        autoComplete="off"
        maxLength={TITLE_MAX_LENGTH}
        value={text}
        error={problem}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setProblem(undefined)
        }}
      />
    </form>
  )
}
