import { SCOPE_ALBUMS_MAX } from '@tonarchiv/contract/scope'
import { UNKNOWN, type Album } from '@tonarchiv/contract/catalog'
import { useQuery } from '@tanstack/react-query'
import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { useDeferredValue, useId, useRef, useState, type KeyboardEvent } from 'react'
import { imageUrl } from '#client/media.ts'
import { TYPE_LABELS } from '#features/catalog/index.ts'
import { trackCount } from '#features/tracks/index.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { TextField } from '#ui/components/fields/Field.tsx'
import { Cover } from '#ui/components/images/Cover.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { useRestoredFocus } from '#ui/hooks/use-restored-focus.ts'
import { albumsQuery } from './albums-query.ts'
import styles from './AlbumPicker.module.css'

/** A chosen album. */
export interface ChosenAlbum {
  id: string
  title: string
  /** A URL path, or null without a cover. */
  coverUrl: string | null
  /** The type of the album and its number of tracks, as text. */
  detail: string
}

interface AlbumPickerProps {
  albums: readonly ChosenAlbum[]
  isInvalid?: boolean
  onChange: (albums: readonly ChosenAlbum[]) => void
}

const chosenOf = ({ albumId, albumTitel, albumCover, type, tracks }: Album): ChosenAlbum => ({
  id: albumId,
  title: albumTitel,
  coverUrl: albumCover === UNKNOWN ? null : albumCover,
  detail: `${TYPE_LABELS[type]}, ${trackCount(tracks.length)}`,
})

/** The chosen albums, and a field that finds further ones by their titles. It finds only what the member may play. */
export function AlbumPicker({ albums, isInvalid = false, onChange }: AlbumPickerProps) {
  const region = useRef<HTMLDivElement>(null)
  useRestoredFocus(region, () => region.current?.querySelector('input'))
  return (
    <div ref={region} className={styles.picker}>
      {albums.length > 0 && (
        <ul className={styles.picks} aria-label="Gewählte Alben">
          {albums.map((album) => (
            <li key={album.id} className={styles.pick}>
              <AlbumText album={album} />
              <IconButton
                label={`„${album.title}“ aus dem Umfang nehmen`}
                onClick={() => onChange(albums.filter(({ id }) => id !== album.id))}
              >
                <X className="icon icon-small" aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {albums.length < SCOPE_ALBUMS_MAX && (
        <AlbumSearch isInvalid={isInvalid} chosen={albums} onAdd={(album) => onChange([...albums, album])} />
      )}
    </div>
  )
}

function AlbumText({ album: { title, coverUrl, detail } }: { album: ChosenAlbum }) {
  return (
    <>
      <Cover src={coverUrl === null ? undefined : imageUrl(coverUrl)} size={40} fixed />
      <span className={styles.text}>
        <strong dir="auto">{title}</strong>
        <Text size="sm" tone="muted">
          {detail}
        </Text>
      </span>
    </>
  )
}

interface AlbumSearchProps {
  chosen: readonly ChosenAlbum[]
  isInvalid: boolean
  onAdd: (album: ChosenAlbum) => void
}

function AlbumSearch({ chosen, isInvalid, onAdd }: AlbumSearchProps) {
  const id = useId()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const search = useDeferredValue(text.trim())
  const { data } = useQuery(albumsQuery(search))
  const found = (search === '' ? [] : (data?.albums ?? []))
    .map(chosenOf)
    .filter((album) => chosen.every((one) => one.id !== album.id))
  const isOpen = text.trim() !== '' && found.length > 0
  const current = Math.min(active, found.length - 1)
  const add = (album: ChosenAlbum | undefined) => {
    if (album === undefined) return
    onAdd(album)
    setText('')
    setActive(0)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      // Enter adds an album. It must not submit the form, which would create the keys.
      event.preventDefault()
      if (isOpen) add(found[current])
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : found.length - 1
      if (found.length > 0) setActive((current + step) % found.length)
    }
    if (event.key === 'Escape' && text !== '') {
      event.stopPropagation()
      setText('')
    }
  }
  return (
    <div className={styles.search}>
      <TextField
        label="Album hinzufügen"
        labelHidden
        type="search"
        // `datalist` shows texts only, and the albums have pictures.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="combobox"
        aria-expanded={isOpen}
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={isOpen ? `${id}-${current}` : undefined}
        aria-invalid={isInvalid || undefined}
        placeholder="Album hinzufügen..."
        autoComplete="off"
        maxLength={100}
        icon={<Search className="icon" aria-hidden />}
        value={text}
        onKeyDown={press}
        onChange={({ currentTarget: { value } }) => {
          setText(value)
          setActive(0)
        }}
      />
      <div
        id={`${id}-list`}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="listbox"
        aria-label="Gefundene Alben"
        className={styles.results}
        hidden={!isOpen}
      >
        {isOpen &&
          found.map((album, index) => (
            <button
              key={album.id}
              id={`${id}-${index}`}
              type="button"
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
              role="option"
              aria-selected={index === current}
              tabIndex={-1}
              className={classNames(styles.result, index === current && styles.current)}
              onClick={() => add(album)}
            >
              <AlbumText album={album} />
            </button>
          ))}
      </div>
    </div>
  )
}
