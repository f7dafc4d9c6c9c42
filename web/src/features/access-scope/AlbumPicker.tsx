import { listAlbums } from '@tonarchiv/contract/catalog'
import { SCOPE_ALBUMS_MAX } from '@tonarchiv/contract/scope'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { useDeferredValue, useRef, useState } from 'react'
import { call } from '#client/call.ts'
import { trackCount } from '#features/tracks/index.ts'
import { TYPE_LABELS } from '#features/catalog/index.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { TextField } from '#ui/components/fields/Field.tsx'
import { Cover } from '#ui/components/images/Cover.tsx'
import { useRestoredFocus } from '#ui/hooks/use-restored-focus.ts'
import styles from './AlbumPicker.module.css'

/** Number of albums that a search lists. */
const HITS = 6

/** An album that was chosen. */
export interface PickedAlbum {
  id: string
  title: string
  /** A URL path, or null without a cover. */
  coverUrl: string | null
  /** For example `Single, 2 Tracks`. */
  detail: string
}

interface AlbumPickerProps {
  picked: readonly PickedAlbum[]
  onChange: (picked: readonly PickedAlbum[]) => void
}

/** A search field with which albums are chosen. It finds only albums that the member may play. */
export function AlbumPicker({ picked, onChange }: AlbumPickerProps) {
  const [text, setText] = useState('')
  const search = useDeferredValue(text.trim())
  const { data } = useQuery({
    queryKey: ['albums', 'picker', search],
    queryFn: ({ signal }) => call(listAlbums, { query: { limit: HITS, offset: 0, search } }, { signal }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  })
  const region = useRef<HTMLDivElement>(null)
  useRestoredFocus(region, () => region.current?.querySelector('input'))
  const chosen = new Set(picked.map(({ id }) => id))
  const hits = search === '' ? [] : (data?.albums ?? []).filter(({ albumId }) => !chosen.has(albumId))
  const isFull = picked.length >= SCOPE_ALBUMS_MAX
  return (
    <div ref={region} className={styles.picker}>
      {picked.length > 0 && (
        <ul className={styles.list} aria-label="Gewählte Alben">
          {picked.map((album) => (
            <li key={album.id} className={styles.row}>
              <PickedText album={album} />
              <IconButton
                label={`„${album.title}“ aus dem Umfang nehmen`}
                onClick={() => onChange(picked.filter(({ id }) => id !== album.id))}
              >
                <X className="icon icon-small" aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <TextField
        label="Album hinzufügen"
        labelHidden
        type="search"
        placeholder="Album hinzufügen..."
        autoComplete="off"
        maxLength={100}
        disabled={isFull}
        icon={<Search className="icon" aria-hidden />}
        value={text}
        onChange={({ currentTarget: { value } }) => setText(value)}
        onKeyDown={(event) => {
          // Enter must not submit the form around the field.
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      <Text as="p" className="sr" aria-live="polite">
        {search !== '' && data !== undefined && `${hits.length} Alben gefunden`}
      </Text>
      {hits.length > 0 && (
        <ul className={styles.list} aria-label="Gefundene Alben">
          {hits.map((album) => {
            const found = {
              id: album.albumId,
              title: album.albumTitel,
              coverUrl: album.albumCover === 'unknown' ? null : album.albumCover,
              detail: `${TYPE_LABELS[album.type]}, ${trackCount(album.tracks.length)}`,
            }
            return (
              <li key={found.id}>
                <button
                  type="button"
                  className={styles.hit}
                  aria-label={`„${found.title}“ hinzufügen`}
                  onClick={() => {
                    setText('')
                    onChange([...picked, found])
                  }}
                >
                  <PickedText album={found} />
                  <Plus className="icon icon-small" aria-hidden />
                </button>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}

function PickedText({ album: { title, coverUrl, detail } }: { album: PickedAlbum }) {
  return (
    <>
      <Cover src={coverUrl ?? 'unknown'} size={36} fixed />
      <span className={styles.text}>
        <Text size="md" weight="semibold" truncate>
          {title}
        </Text>
        <Text size="sm" tone="muted" truncate>
          {detail}
        </Text>
      </span>
    </>
  )
}
