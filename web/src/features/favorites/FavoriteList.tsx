import type { Favorite } from '@tonarchiv/contract/favorites'
import Heart from 'lucide-react/icons/heart'
import ListPlus from 'lucide-react/icons/list-plus'
import { pictureAddress } from '#client/media.ts'
import { shownTitle } from '#features/archive/index.ts'
import { classNames } from '#ui/class-names.ts'
import { CoverThumb } from '#ui/CoverThumb.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Tag } from '#ui/Tag.tsx'
import styles from './FavoriteList.module.css'

interface FavoriteListProps {
  favorites: readonly Favorite[]
  current?: { id: string; isSounding: boolean } | undefined
  /** The list is behind a band: tracks that cannot be played are not gone. */
  isLocked?: boolean
  onPlay: (favorite: Favorite) => void
  onQueue: (favorite: Favorite) => void
  onRemove: (favorite: Favorite) => void
}

/** What is liked, newest first. A track that is no longer in the archive is greyed and can only be removed. */
export function FavoriteList({ favorites, isLocked = false, ...rest }: FavoriteListProps) {
  return (
    <ol className={styles.rows} aria-label="Lieblingssongs">
      {favorites.map((favorite) => (
        <Row
          key={favorite.itemId}
          favorite={favorite}
          isGone={!isLocked && favorite.track === null}
          {...rest}
        />
      ))}
    </ol>
  )
}

interface RowProps extends Omit<FavoriteListProps, 'favorites' | 'isLocked'> {
  favorite: Favorite
  isGone: boolean
}

function Row({ favorite, isGone, current, onPlay, onQueue, onRemove }: RowProps) {
  const title = shownTitle(favorite.item_data.title)
  const isCurrent = favorite.track !== null && favorite.track.id === current?.id
  const isSounding = isCurrent && current.isSounding
  const text = (
    <>
      <CoverThumb
        src={pictureAddress(favorite.item_data.coverUrl)}
        state={isSounding ? 'playing' : isCurrent ? 'paused' : undefined}
      />
      <span className={styles.text}>
        <span className={styles.title}>
          <span className="truncate">{title}</span>
          {favorite.track?.exclusive === true && <Tag kind="paper">Exclusive</Tag>}
          {isGone && <Tag>Nicht mehr im Archiv</Tag>}
        </span>
        <span className={styles.album}>{favorite.item_data.album}</span>
      </span>
    </>
  )
  return (
    <li className={classNames(styles.row, isCurrent && styles.current, isGone && styles.gone)}>
      {isGone ? (
        <span className={styles.track}>{text}</span>
      ) : (
        <button type="button" className={styles.track} onClick={() => onPlay(favorite)}>
          {text}
          <span className="sr">{isSounding ? 'pausieren' : 'abspielen'}</span>
        </button>
      )}
      {!isGone && (
        <IconButton label="Zur Warteschlange hinzufügen" onClick={() => onQueue(favorite)}>
          <ListPlus className="icon" aria-hidden />
        </IconButton>
      )}
      <IconButton
        label="Aus „Lieblingssongs“ entfernen"
        pressed
        pressedAs="filled"
        onClick={() => onRemove(favorite)}
      >
        <Heart className="icon" aria-hidden />
      </IconButton>
    </li>
  )
}

const SKELETONS = 8

export function FavoriteListSkeleton() {
  return (
    <div className={styles.rows} aria-hidden>
      {Array.from({ length: SKELETONS }, (_, index) => (
        <div key={index} className={styles.row}>
          <span className={styles.track}>
            <Skeleton width="2.75rem" height="2.75rem" />
            <Skeleton width={`${50 - index * 3}%`} height="1rem" />
          </span>
        </div>
      ))}
    </div>
  )
}
