import type { ManagedAlbum } from '@tonarchiv/contract/admin'
import Trash from 'lucide-react/icons/trash-2'
import { TYPE_LABELS } from '#features/catalog/index.ts'
import { trackCount } from '#features/tracks/index.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { Cover } from '#ui/components/images/Cover.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { Tag } from '#ui/components/content/Tag.tsx'
import { useToggleExclusive } from './api.ts'
import { Grip } from '#ui/components/controls/Grip.tsx'
import type { MovableRow } from './MovableRows.tsx'
import { OpenAlbum } from './OpenAlbum.tsx'
import styles from './TrackManagement.module.css'
import { useTracksEditor } from './tracks-editor.ts'

interface AlbumRowProps extends Omit<MovableRow, 'goTo'> {
  album: ManagedAlbum
  /** Number of albums in the archive. */
  total: number
  isMovable: boolean
  isOpen: boolean
  onOpen: () => void
  onAdding: (isAdding: boolean) => void
  onMoveTo: (place: number) => void
  onDelete: () => void
}

/** `2023, EP, 6 Tracks` */
function infoOf({ releaseJahr, type, trackCount: count }: ManagedAlbum): string {
  const year = typeof releaseJahr === 'number' ? [String(releaseJahr)] : []
  return [...year, TYPE_LABELS[type], trackCount(count)].join(', ')
}

/** The row of an album in the complete list, with the actions of admins. */
export function AlbumRow({
  album,
  index,
  total,
  isMovable,
  isOpen,
  className,
  style,
  grip,
  onOpen,
  onAdding,
  onMoveTo,
  onDelete,
  ref,
}: AlbumRowProps) {
  const { albumId, albumTitel, albumCover } = album
  /** Whether tracks for this album are being entered or uploaded. */
  const isAdding = useTracksEditor(({ albums }) => albumId in albums)
  return (
    <li
      ref={ref}
      className={classNames(styles.album, className)}
      style={style}
      data-index={index}
      data-album={albumId}
      aria-setsize={total}
      aria-posinset={index + 1}
    >
      <div className={styles.main}>
        <Grip title={albumTitel} isHidden={!isMovable} grip={grip} />
        <Cover src={albumCover} size={44} fixed />
        <button
          type="button"
          className={styles.title}
          aria-expanded={isOpen}
          title={albumTitel}
          onClick={onOpen}
        >
          <strong>{albumTitel}</strong>
          <small>{infoOf(album)}</small>
        </button>
        <AlbumActions {...{ album, isAdding, onAdding, onDelete }} />
      </div>
      {isOpen && (
        <OpenAlbum
          id={albumId}
          place={isMovable ? index : undefined}
          total={total}
          isAdding={isAdding}
          onMoveTo={onMoveTo}
        />
      )}
    </li>
  )
}

interface AlbumActionsProps extends Pick<AlbumRowProps, 'album' | 'onAdding' | 'onDelete'> {
  isAdding: boolean
}

function AlbumActions({ album, isAdding, onAdding, onDelete }: AlbumActionsProps) {
  const { albumTitel, isExclusive } = album
  const toggle = useToggleExclusive()
  return (
    <div className={styles.actions}>
      {isExclusive && <Tag kind="paper">Exclusive</Tag>}
      <Button
        small
        lang="en"
        aria-label={`${isExclusive ? 'Remove Exclusive' : 'Make Exclusive'}: ${albumTitel}`}
        onClick={() => toggle.mutate(album)}
      >
        {isExclusive ? 'Remove Exclusive' : 'Make Exclusive'}
      </Button>
      <Button
        small
        lang="en"
        aria-label={`${isAdding ? 'Cancel Add' : 'Add Tracks'}: ${albumTitel}`}
        onClick={() => onAdding(!isAdding)}
      >
        {isAdding ? 'Cancel Add' : 'Add Tracks'}
      </Button>
      <IconButton label={`${albumTitel} löschen`} onClick={onDelete}>
        <Trash className="icon icon-small" aria-hidden />
      </IconButton>
    </div>
  )
}
