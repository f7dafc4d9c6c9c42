import {
  type Playlist,
  PLAYLIST_DESCRIPTION_MAX,
  PLAYLIST_TITLE_MAX,
  PlaylistVisibility,
} from '@tonarchiv/contract/playlists'
import { useId, useState, type ReactNode, type SubmitEvent } from 'react'
import { ApiError } from '#client/api-error.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { TextField } from '#ui/components/fields/Field.tsx'
import { SelectField } from '#ui/components/fields/SelectField.tsx'
import { TextAreaField } from '#ui/components/fields/TextAreaField.tsx'
import { Dialog } from '#ui/components/overlays/Dialog.tsx'
import { type ChosenCover, CoverField } from './CoverField.tsx'
import styles from './PlaylistForm.module.css'
import type { PlaylistHead } from './playlist-changes.ts'
import { VISIBILITY_TEXTS } from './wording.ts'

interface PlaylistFormProps {
  /** The playlist that is edited; undefined for a new one. */
  playlist?: Playlist | undefined
  open: boolean
  busy: boolean
  /** The error of the last attempt to save; undefined for none. */
  failure: unknown
  /** Saves the form. `cover`: a new image; null removes the present image, undefined leaves it unchanged. */
  onSave: (head: PlaylistHead, cover: ChosenCover) => void
  onClose: () => void
  /** Further fields. */
  children?: ReactNode
}

const VISIBILITIES = PlaylistVisibility.options

/** A dialog with a form for title, description and visibility of a playlist; for an existing one also the image. */
export function PlaylistForm({
  playlist,
  open,
  busy,
  failure,
  onSave,
  onClose,
  children,
}: PlaylistFormProps) {
  const form = useId()
  const [title, setTitle] = useState(playlist?.title ?? '')
  const [description, setDescription] = useState(playlist?.description ?? '')
  const [visibility, setVisibility] = useState(playlist?.visibility ?? 'private')
  const [cover, setCover] = useState<ChosenCover>()
  const fields = failure instanceof ApiError ? failure.fields : {}
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    if (!busy) onSave({ title, description, visibility }, cover)
  }
  return (
    <Dialog
      {...{ open, onClose }}
      title={playlist ? 'Playlist bearbeiten' : 'Neue Playlist'}
      width="narrow"
      footer={
        <>
          <Button onClick={onClose}>Abbrechen</Button>
          <Button kind="primary" type="submit" form={form} busy={busy} disabled={title.trim() === ''}>
            {playlist ? 'Speichern' : 'Anlegen'}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={save} noValidate>
        {playlist && <CoverField {...{ playlist, cover }} error={fields['cover']} onChange={setCover} />}
        <TextField
          label="Name"
          data-autofocus
          autoComplete="off"
          maxLength={PLAYLIST_TITLE_MAX}
          value={title}
          error={fields['title']}
          onChange={({ currentTarget: { value } }) => setTitle(value)}
        />
        <TextAreaField
          label="Beschreibung"
          rows={3}
          maxLength={PLAYLIST_DESCRIPTION_MAX}
          value={description}
          error={fields['description']}
          onChange={({ currentTarget: { value } }) => setDescription(value)}
        />
        <SelectField
          label="Sichtbar für"
          value={visibility}
          onChange={({ currentTarget: { value } }) =>
            setVisibility(VISIBILITIES.find((option) => option === value) ?? 'private')
          }
        >
          {VISIBILITIES.map((option) => (
            <option key={option} value={option}>
              {VISIBILITY_TEXTS[option]}
            </option>
          ))}
        </SelectField>
        {children}
      </form>
    </Dialog>
  )
}
