import type { Playlist } from '@tonarchiv/contract/playlists'
import Plus from 'lucide-react/icons/plus'
import { Link } from 'react-router'
import { Text } from '#ui/components/base/Text.tsx'
import { Mosaic } from './Mosaic.tsx'
import styles from './PlaylistGrid.module.css'
import { belongsTo, lengthOf, pathOfPlaylist } from './wording.ts'

/** Width of a cover, CSS pixels. */
const COVER = 208

interface PlaylistGridProps {
  playlists: readonly Playlist[]
  /** A last card for a new playlist. */
  onNew?: (() => void) | undefined
}

/** Playlists as covers with their titles. */
export function PlaylistGrid({ playlists, onNew }: PlaylistGridProps) {
  return (
    <ul className={styles.grid}>
      {playlists.map((playlist) => (
        <li key={playlist.id} className={styles.card}>
          <Link to={pathOfPlaylist(playlist)} className={styles.open}>
            <Mosaic covers={playlist.covers} size={COVER} />
            <Text weight="semibold" truncate className={styles.name}>
              {playlist.title}
            </Text>
          </Link>
          <Text as="p" size="sm" tone="muted">
            {lengthOf(playlist)}
          </Text>
          <Text as="p" size="sm" tone="muted" truncate>
            {belongsTo(playlist)}
          </Text>
        </li>
      ))}
      {onNew && (
        <li className={styles.card}>
          <button type="button" className={styles.new} aria-label="Neue Playlist" onClick={onNew}>
            <Plus className="icon icon-large" aria-hidden />
          </button>
        </li>
      )}
    </ul>
  )
}
