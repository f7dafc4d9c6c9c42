import { ALBUM_TYPES, AlbumType, UNKNOWN, type Album } from '@tonarchiv/contract/catalog'
import { AlbumTitle, ReleaseYear, TITLE_MAX_LENGTH, titleInUse } from '@tonarchiv/contract/archive-editing'
import * as z from 'zod/mini'
import { useState, type SubmitEvent } from 'react'
import { ApiError, textOf } from '#client/api-error.ts'
import { check } from '#client/check.ts'
import { CoverDrop, problemOfCover, TYPE_LABELS } from '#features/catalog/index.ts'
import { TextField } from '#ui/components/fields/Field.tsx'
import { Notice } from '#ui/components/content/Notice.tsx'
import { SelectField } from '#ui/components/fields/SelectField.tsx'
import { Switch } from '#ui/components/controls/Switch.tsx'
import { useEditAlbum, type AlbumChanges } from './api.ts'
import { SaveDialog } from './SaveDialog.tsx'
import styles from './EditAlbum.module.css'

interface EditAlbumProps {
  open: boolean
  album: Album
  onClose: () => void
}

/** Edits title, year, type and cover of an existing album. */
export function EditAlbum({ open, album, onClose }: EditAlbumProps) {
  const edit = useEditAlbum()
  const isSending = edit.isPending
  return (
    <SaveDialog {...{ open, onClose }} title="Album bearbeiten" width="medium" isBusy={isSending}>
      {(formId) => (
        <EditForm
          {...{ formId, album, isSending, onClose }}
          onSave={async (changes, cover) => {
            await edit.mutateAsync({ id: album.albumId, changes, cover })
          }}
        />
      )}
    </SaveDialog>
  )
}

const Details = z.object({ albumTitel: AlbumTitle, releaseJahr: ReleaseYear, type: AlbumType })

/**
 * The fields that differ from the stored album. Only these are sent, so that two admins who change different fields do
 * not overwrite each other's changes.
 */
function changesOf(album: Album, summary: z.infer<typeof Details>): AlbumChanges {
  return {
    ...(summary.albumTitel !== album.albumTitel && { albumTitel: summary.albumTitel }),
    ...(summary.releaseJahr !== album.releaseJahr && { releaseJahr: summary.releaseJahr }),
    ...(summary.type !== album.type && { type: summary.type }),
  }
}

interface EditFormProps {
  formId: string
  album: Album
  isSending: boolean
  /** @throws ApiError */
  onSave: (changes: AlbumChanges, cover: File | undefined) => Promise<void>
  onClose: () => void
}

/** The state of the form, and how it is saved. */
function useAlbumDetails({ album, onSave, onClose }: Pick<EditFormProps, 'album' | 'onSave' | 'onClose'>) {
  const [title, setTitle] = useState(album.albumTitel)
  const [year, setYear] = useState(album.releaseJahr === UNKNOWN ? '' : String(album.releaseJahr))
  const [isYearUnknown, setIsYearUnknown] = useState(album.releaseJahr === UNKNOWN)
  const [type, setType] = useState(album.type)
  const [cover, setCover] = useState<File>()
  const [problems, setProblems] = useState<Record<string, string>>({})

  const save = async () => {
    const checked = check(Details, {
      albumTitel: title,
      releaseJahr: isYearUnknown ? UNKNOWN : year.trim(),
      type,
    })
    setProblems(checked.ok ? {} : checked.fields)
    if (!checked.ok) return
    const changes = changesOf(album, checked.data)
    try {
      if (Object.keys(changes).length > 0 || cover) await onSave(changes, cover)
      onClose()
    } catch (failure) {
      const field = failure instanceof ApiError && failure.is(titleInUse) ? 'albumTitel' : 'form'
      setProblems({ [field]: textOf(failure, 'Das Album konnte nicht gespeichert werden.') })
    }
  }
  const chooseCover = (file: File) => {
    const problem = problemOfCover(file)
    if (problem === undefined) setCover(file)
    setProblems(problem === undefined ? {} : { albumCover: problem })
  }
  return {
    title,
    setTitle,
    year,
    setYear,
    isYearUnknown,
    setIsYearUnknown,
    type,
    setType,
    cover,
    chooseCover,
    problems,
    save,
  }
}

function EditForm({ formId, isSending, ...props }: EditFormProps) {
  const { title, year, isYearUnknown, type, cover, problems, ...details } = useAlbumDetails(props)
  return (
    <form
      id={formId}
      className={styles.form}
      noValidate
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault()
        void details.save()
      }}
    >
      <div className={styles.cover}>
        <CoverDrop
          file={cover}
          present={props.album.albumCover}
          problem={problems['albumCover']}
          disabled={isSending}
          onFile={details.chooseCover}
        />
      </div>
      <div className={styles.summary}>
        <TextField
          label="Titel"
          data-autofocus
          autoComplete="off"
          maxLength={TITLE_MAX_LENGTH}
          disabled={isSending}
          value={title}
          error={problems['albumTitel']}
          onChange={(event) => details.setTitle(event.currentTarget.value)}
        />
        <TextField
          label="Erscheinungsjahr"
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          disabled={isSending || isYearUnknown}
          placeholder={isYearUnknown ? 'Unbekannt' : undefined}
          value={isYearUnknown ? '' : year}
          error={problems['releaseJahr']}
          onChange={(event) => details.setYear(event.currentTarget.value)}
        />
        <Switch checked={isYearUnknown} disabled={isSending} onChange={details.setIsYearUnknown}>
          Jahr unbekannt
        </Switch>
        <TypeField disabled={isSending} value={type} error={problems['type']} onChange={details.setType} />
      </div>
      {problems['form'] !== undefined && <Notice kind="danger">{problems['form']}</Notice>}
    </form>
  )
}

interface TypeFieldProps {
  value: AlbumType
  error: string | undefined
  disabled: boolean
  onChange: (type: AlbumType) => void
}

function TypeField({ value, onChange, ...rest }: TypeFieldProps) {
  return (
    <SelectField
      {...rest}
      label="Typ"
      value={value}
      onChange={({ currentTarget }) =>
        onChange(ALBUM_TYPES.find((known) => known === currentTarget.value) ?? value)
      }
    >
      {ALBUM_TYPES.map((known) => (
        <option key={known} value={known}>
          {TYPE_LABELS[known]}
        </option>
      ))}
    </SelectField>
  )
}
