import { useQuery } from '@tanstack/react-query'
import Pencil from 'lucide-react/icons/pencil'
import { useState, type SubmitEvent } from 'react'
import { textOf } from '#client/api-error.ts'
import { albumQuery } from '#features/catalog/index.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { TextField } from '#ui/components/fields/Field.tsx'
import { Notice } from '#ui/components/content/Notice.tsx'
import { Skeleton } from '#ui/components/content/Skeleton.tsx'
import { AddTracks } from './AddTracks.tsx'
import { EditAlbum } from './EditAlbum.tsx'
import styles from './TrackManagement.module.css'
import { ManagedTrackList } from './ManagedTrackList.tsx'

interface OpenAlbumProps {
  id: string
  /** Index of the album among all albums; undefined while the list contains only some albums. */
  place: number | undefined
  total: number
  isAdding: boolean
  onMoveTo: (place: number) => void
}

/** An album that is open for editing, with its tracks. */
export function OpenAlbum({ id, place, total, isAdding, onMoveTo }: OpenAlbumProps) {
  const { data: album, error, refetch } = useQuery(albumQuery(id))
  const [isEditing, setIsEditing] = useState(false)
  if (!album) {
    if (!error) return <Skeleton height="10rem" />
    return (
      <div className={styles.panel}>
        <Notice kind="danger">{textOf(error, 'Das Album konnte nicht geladen werden.')}</Notice>
        <Button small onClick={() => void refetch()}>
          Erneut versuchen
        </Button>
      </div>
    )
  }
  return (
    <div className={styles.panel}>
      <div className={styles.bar}>
        <Button small onClick={() => setIsEditing(true)}>
          <Pencil className="icon icon-small" aria-hidden />
          Album bearbeiten
        </Button>
        {place !== undefined && total > 1 && <PositionForm key={place} {...{ place, total, onMoveTo }} />}
      </div>
      <ManagedTrackList album={album} />
      {isAdding && <AddTracks album={album} />}
      <EditAlbum open={isEditing} album={album} onClose={() => setIsEditing(false)} />
    </div>
  )
}

interface PositionFormProps {
  place: number
  total: number
  onMoveTo: (place: number) => void
}

/** A form that moves an album to a typed position, for distances that are too long to drag. */
function PositionForm({ place, total, onMoveTo }: PositionFormProps) {
  const [text, setText] = useState(String(place + 1))
  const wanted = Number(text)
  const isPosition = Number.isInteger(wanted) && wanted >= 1 && wanted <= total
  return (
    <form
      className={styles.place}
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault()
        if (isPosition && wanted !== place + 1) onMoveTo(wanted - 1)
      }}
    >
      <TextField
        label={`Platz von 1 bis ${total}`}
        labelHidden
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        fieldClassName={styles.number}
        aria-invalid={isPosition ? undefined : true}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button small type="submit" disabled={!isPosition}>
        An diesen Platz
      </Button>
    </form>
  )
}
