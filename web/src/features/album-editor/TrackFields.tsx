import { TITLE_MAX_LENGTH } from '@tonarchiv/contract/archive-editing'
import { shownTitle } from '@tonarchiv/contract/catalog'
import ChevronUp from 'lucide-react/icons/chevron-up'
import MicVocal from 'lucide-react/icons/mic-vocal'
import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import Trash from 'lucide-react/icons/trash-2'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { Link } from 'react-router'
import { DeleteTrackDialog, useDeleteTrack } from '#features/admin-albums/index.ts'
import { editLyricsPath } from '#features/catalog/index.ts'
import { formatTime } from '#format.ts'
import { Surface } from '#ui/components/base/Surface.tsx'
import { Tag } from '#ui/components/content/Tag.tsx'
import { Button, buttonClass } from '#ui/components/controls/Button.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { FieldError, TextField } from '#ui/components/fields/Field.tsx'
import { type TrackEdit, withNumber, withTrack } from './album-edit.ts'
import styles from './AlbumEditor.module.css'
import { ArtistsField } from './ArtistsField.tsx'
import { ChangedField } from './ChangedField.tsx'
import { FileField } from './FileField.tsx'
import { SortableRows } from './SortableRows.tsx'
import { storedFileOf } from './stored-file.ts'
import type { AlbumForm } from './use-album-edit.ts'

interface TrackFieldsProps {
  form: AlbumForm
  /** The id of the track that is open at first; undefined for none. */
  openId: string | undefined
  /** Opens the dialog that adds tracks. */
  onAdd: () => void
}

/** The tracks of an album. At most one of them is open for editing. */
export function TrackFields({ form, openId, onAdd }: TrackFieldsProps) {
  const [open, setOpen] = useState(openId)
  const [doomed, setDoomed] = useState<TrackEdit>()
  const section = useRef<HTMLElement>(null)
  const { edit, changes, problems, stored } = form
  const { mutateAsync } = useDeleteTrack(stored.album.albumId)
  const remove = async (track: TrackEdit) => {
    // The error was already shown in a toast.
    await form.storeOtherwise(async () => mutateAsync(track)).catch(() => undefined)
    setDoomed(undefined)
  }
  useFocusAfter(section, doomed)
  return (
    <>
      <Surface as="section" ref={section} className={styles.card} aria-labelledby="edit-tracks">
        <h2 id="edit-tracks">Tracks</h2>
        {problems['tracks'] !== undefined && <FieldError>{problems['tracks']}</FieldError>}
        <ChangedField form={form} field="order">
          <SortableRows
            label="Tracks"
            className={styles.tracks}
            ids={edit.tracks.map(({ id }) => id)}
            nameOf={(index) => shownTitle(edit.tracks[index]?.title ?? '')}
            rowClassName={(index) => (edit.tracks[index]?.id === open ? styles.open : undefined)}
            isFixed={form.isSaving}
            onLift={() => setOpen(undefined)}
            onMove={(from, to) => form.setEdit((now) => withNumber(now, now.tracks[from]?.id ?? '', to + 1))}
          >
            {(index, grip) => {
              const track = edit.tracks[index]
              return (
                track && (
                  <TrackRow
                    {...{ form, track, index, grip }}
                    isOpen={track.id === open}
                    isChanged={changes.some(({ field }) => field.endsWith(` ${track.id}`))}
                    onToggle={() => setOpen(track.id === open ? undefined : track.id)}
                    onDelete={() => setDoomed(track)}
                  />
                )
              )
            }}
          </SortableRows>
        </ChangedField>
        <Button small data-add disabled={form.isSaving} onClick={onAdd}>
          <Plus className="icon icon-small" aria-hidden />
          Track
        </Button>
      </Surface>
      <DeleteTrackDialog
        track={doomed}
        busy={form.isSaving}
        onConfirm={(track) => void remove(track)}
        onClose={() => setDoomed(undefined)}
      />
    </>
  )
}

/**
 * Focuses the button that adds a track after a track was deleted: the confirming dialog cannot return the focus to the
 * deleted row.
 */
function useFocusAfter(section: RefObject<HTMLElement | null>, doomed: TrackEdit | undefined) {
  const before = useRef(doomed)
  useEffect(() => {
    if (before.current && !doomed && !section.current?.contains(document.activeElement))
      section.current?.querySelector<HTMLElement>('[data-add]')?.focus()
    before.current = doomed
  }, [section, doomed])
}

interface TrackRowProps {
  form: AlbumForm
  track: TrackEdit
  index: number
  grip: ReactNode
  isOpen: boolean
  isChanged: boolean
  onToggle: () => void
  /** Opens the dialog that confirms the deletion of the track. */
  onDelete: () => void
}

function TrackRow({ form, track, index, grip, isOpen, isChanged, onToggle, onDelete }: TrackRowProps) {
  const title = shownTitle(track.title)
  const file = storedFileOf(form.stored, track.id)
  const Icon = isOpen ? ChevronUp : Pencil
  return (
    <>
      <div className={styles.row}>
        {grip}
        <span className={styles.number}>{index + 1}</span>
        <span className={styles.title}>{title}</span>
        {track.features.length > 0 && (
          <span className={styles.features}>mit {track.features.join(', ')}</span>
        )}
        <span className={styles.leader} aria-hidden />
        {isChanged && <Tag kind="accent">geändert</Tag>}
        <span className={styles.time}>{file ? formatTime(file.duration) : '–'}</span>
        <IconButton label={`${title} bearbeiten`} aria-expanded={isOpen} onClick={onToggle}>
          <Icon className="icon icon-small" aria-hidden />
        </IconButton>
      </div>
      {isOpen && <OpenTrack {...{ form, track, index, onDelete }} />}
    </>
  )
}

function OpenTrack({
  form,
  track,
  index,
  onDelete,
}: Omit<TrackRowProps, 'grip' | 'isOpen' | 'isChanged' | 'onToggle'>) {
  const { isSaving, setEdit } = form
  const { id } = track
  const set = (fields: Partial<TrackEdit>) => setEdit((edit) => withTrack(edit, id, fields))
  return (
    <div className={styles.body}>
      <div className={styles.two}>
        <ChangedField form={form} field={`title ${id}`}>
          <TextField
            label="Titel"
            autoComplete="off"
            maxLength={TITLE_MAX_LENGTH}
            disabled={isSaving}
            value={track.title}
            onChange={({ currentTarget }) => set({ title: currentTarget.value })}
          />
        </ChangedField>
        <NumberField {...{ form, id, index }} key={index} />
      </div>
      <ChangedField form={form} field={`artists ${id}`}>
        <ArtistsField
          label="Künstler"
          values={track.artists}
          disabled={isSaving}
          onChange={(artists) => set({ artists })}
        />
      </ChangedField>
      <ChangedField form={form} field={`features ${id}`}>
        <ArtistsField
          label="Features"
          values={track.features}
          disabled={isSaving}
          onChange={(features) => set({ features })}
        />
      </ChangedField>
      <FileField {...{ form, track }} />
      <div className={styles.foot}>
        <Link
          to={editLyricsPath(form.stored.album.albumId, id)}
          className={buttonClass({ small: true })}
          aria-label={`Songtext von ${shownTitle(track.title)} bearbeiten`}
        >
          <MicVocal className="icon icon-small" aria-hidden />
          Songtext bearbeiten
        </Link>
        <Button kind="danger" small disabled={isSaving} aria-haspopup="dialog" onClick={onDelete}>
          <Trash className="icon icon-small" aria-hidden />
          Track löschen
        </Button>
      </div>
    </div>
  )
}

/** The number of a track. When the field is left or Enter is pressed, the track moves to the typed position. */
function NumberField({ form, id, index }: { form: AlbumForm; id: string; index: number }) {
  const [text, setText] = useState(String(index + 1))
  const move = () => {
    const number = Number(text)
    // Resets the typed text. After a move, another field shows the track's number, because the position is the key of
    // the field.
    setText(String(index + 1))
    if (Number.isInteger(number) && number >= 1) form.setEdit((edit) => withNumber(edit, id, number))
  }
  return (
    <TextField
      label="Nummer"
      inputMode="numeric"
      autoComplete="off"
      maxLength={3}
      disabled={form.isSaving}
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={move}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        move()
      }}
    />
  )
}
