import { TITLE_MAX_LENGTH } from '@tonarchiv/contract/archive-editing'
import { shownTitle } from '@tonarchiv/contract/catalog'
import { useQuery } from '@tanstack/react-query'
import ChevronUp from 'lucide-react/icons/chevron-up'
import MicVocal from 'lucide-react/icons/mic-vocal'
import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import Upload from 'lucide-react/icons/upload'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { editLyricsPath, problemOfAudio } from '#features/catalog/index.ts'
import { formatNumber, formatTime } from '#format.ts'
import { Surface } from '#ui/components/base/Surface.tsx'
import { Tag } from '#ui/components/content/Tag.tsx'
import { Button, buttonClass } from '#ui/components/controls/Button.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { FieldError, TextField } from '#ui/components/fields/Field.tsx'
import { chooseFile } from '#ui/dom/choose-file.ts'
import { type TrackEdit, withNumber, withTrack } from './album-edit.ts'
import styles from './AlbumEditor.module.css'
import { trackUseQuery } from './api.ts'
import { ArtistsField } from './ArtistsField.tsx'
import { ChangedField } from './ChangedField.tsx'
import { SortableRows } from './SortableRows.tsx'
import { storedFileOf, textOfFile } from './stored-file.ts'
import type { AlbumForm } from './use-album-edit.ts'

const AUDIO = '.mp3,.m4a,.wav,.flac,.ogg,.opus,audio/*'

interface TrackFieldsProps {
  form: AlbumForm
  /** Id of the track that is open at first. */
  openId: string | undefined
  /** Further tracks are to be added. */
  onAdd: () => void
}

/** The tracks of an album; one at a time is open. */
export function TrackFields({ form, openId, onAdd }: TrackFieldsProps) {
  const [open, setOpen] = useState(openId)
  const { edit, changes, problems } = form
  return (
    <Surface as="section" className={styles.card} aria-labelledby="edit-tracks">
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
                />
              )
            )
          }}
        </SortableRows>
      </ChangedField>
      <Button small disabled={form.isSaving} onClick={onAdd}>
        <Plus className="icon icon-small" aria-hidden />
        Track
      </Button>
    </Surface>
  )
}

interface TrackRowProps {
  form: AlbumForm
  track: TrackEdit
  index: number
  grip: ReactNode
  isOpen: boolean
  isChanged: boolean
  onToggle: () => void
}

function TrackRow({ form, track, index, grip, isOpen, isChanged, onToggle }: TrackRowProps) {
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
      {isOpen && <OpenTrack {...{ form, track, index }} />}
    </>
  )
}

function OpenTrack({ form, track, index }: Pick<TrackRowProps, 'form' | 'track' | 'index'>) {
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
      <div>
        <p className={styles.label}>Songtext</p>
        <Link
          to={editLyricsPath(form.stored.album.albumId, id)}
          className={buttonClass({ small: true })}
          aria-label={`Songtext von ${shownTitle(track.title)} bearbeiten`}
        >
          <MicVocal className="icon icon-small" aria-hidden />
          Songtext bearbeiten
        </Link>
      </div>
    </div>
  )
}

/** The place of a track; it moves when the field is left or Enter is pressed. */
function NumberField({ form, id, index }: { form: AlbumForm; id: string; index: number }) {
  const [text, setText] = useState(String(index + 1))
  const move = () => {
    const number = Number(text)
    // The field of another place is a new one.
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

/** The file of a track; another one keeps its plays, favorites and links. */
function FileField({ form, track: { id, title, file } }: { form: AlbumForm; track: TrackEdit }) {
  const stored = storedFileOf(form.stored, id)
  const { data: use } = useQuery(trackUseQuery(id))
  const [problem, setProblem] = useState<string>()
  const choose = async () => {
    const chosen = await chooseFile(AUDIO)
    if (chosen === undefined) return
    const found = problemOfAudio(chosen)
    setProblem(found)
    if (found === undefined) form.setEdit((edit) => withTrack(edit, id, { file: chosen }))
  }
  return (
    <ChangedField form={form} field={`file ${id}`} note={use && <span>{keptText(use)}</span>}>
      <p className={styles.label}>Datei</p>
      <p className={styles.file}>
        {stored === undefined ? (
          <span>Fehlt</span>
        ) : file ? (
          <del>{textOfFile(stored)}</del>
        ) : (
          <span>{textOfFile(stored)}</span>
        )}
        {file && <ins>{file.name}</ins>}
      </p>
      {problem !== undefined && <FieldError>{problem}</FieldError>}
      <Button
        small
        disabled={form.isSaving}
        aria-label={`Datei von ${shownTitle(title)} ${stored ? 'ersetzen' : 'hochladen'}`}
        onClick={() => void choose()}
      >
        <Upload className="icon icon-small" aria-hidden />
        {stored ? 'Datei ersetzen' : 'Datei hochladen'}
      </Button>
    </ChangedField>
  )
}

/** `312 Streams, 9 Favoriten und alle Links bleiben.` */
export function keptText({ plays, favorites }: { plays: number; favorites: number }): string {
  const streams = `${formatNumber(plays)} ${plays === 1 ? 'Stream' : 'Streams'}`
  return `${streams}, ${formatNumber(favorites)} ${favorites === 1 ? 'Favorit' : 'Favoriten'} und alle Links bleiben.`
}
