import type { Favorite } from '@tonarchiv/contract/favorites'
import Heart from 'lucide-react/icons/heart'
import { useMemo, type ReactNode } from 'react'
import {
  isPlayable,
  type ListSelection,
  TrackList,
  trackOfFavorite,
  type CurrentTrack,
  type PlayableTrack,
} from '#features/tracks/index.ts'
import { LockedCover } from '#ui/components/images/LockedCover.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { Skeleton } from '#ui/components/content/Skeleton.tsx'
import { Tag } from '#ui/components/content/Tag.tsx'
import type { MenuAnchor } from '#ui/dom/menu-place.ts'
import styles from './FavoriteList.module.css'
import { likeText } from './LikeButton.tsx'

interface FavoriteListProps {
  favorites: readonly Favorite[]
  current?: CurrentTrack | undefined
  /** The selected rows; without it, rows cannot be selected. */
  selection?: ListSelection | undefined
  /**
   * Whether the account has no archive access, so that a band covers the list. No track can be played then, but tracks
   * are not shown as deleted.
   */
  isLocked?: boolean
  onPlay: (track: PlayableTrack) => void
  onRemove: (favorite: Favorite) => void
  /** Renders further actions for a favorite at the end of its row. */
  actions: (track: PlayableTrack) => ReactNode
  /** Opens the context menu of a track, after a right click, a long press or the menu key. */
  onMenu: (track: PlayableTrack, at: MenuAnchor) => void
}

/** The text below the title of a favorite that the member's keys do not open any more. */
const NOT_IN_KEY = 'Nicht in deinem Schlüssel'

/** Height of a row in rem. */
const ROW = 3.625

/** The member's favorites. A track that is no longer in the archive is greyed out and can only be removed. */
export function FavoriteList(props: FavoriteListProps) {
  const { favorites, current, selection, isLocked = false, onPlay, onRemove, actions, onMenu } = props
  const entries = useMemo(
    () =>
      favorites.map((favorite) => ({
        key: favorite.itemId,
        track: trackOfFavorite(favorite),
        favorite,
      })),
    [favorites],
  )
  return (
    <TrackList
      label="Lieblingssongs"
      className={styles.list}
      scroll="page"
      rowHeight={ROW}
      entries={entries}
      current={current}
      {...(selection && { selection })}
      isGone={({ track }) => !isLocked && !isPlayable(track)}
      renderSlots={({ track, favorite }, remove) => ({
        ...(favorite.isLocked && { cover: <LockedCover />, below: NOT_IN_KEY }),
        tags: (
          <>
            {track.isExclusive && <Tag kind="paper">Exclusive</Tag>}
            {!isLocked && !favorite.isLocked && !isPlayable(track) && <Tag>Nicht mehr im Archiv</Tag>}
          </>
        ),
        actions: (
          <>
            <IconButton
              label={`${likeText(true)}: ${track.title}`}
              pressed
              pressedAs="filled"
              data-remove
              onClick={remove}
            >
              <Heart className="icon" aria-hidden />
            </IconButton>
            {isPlayable(track) && actions(track)}
          </>
        ),
      })}
      onPlay={({ track }) => isPlayable(track) && onPlay(track)}
      onMenu={({ track }, at) => isPlayable(track) && onMenu(track, at)}
      onRemove={({ favorite }) => onRemove(favorite)}
    />
  )
}

const SKELETONS = 8

export function FavoriteListSkeleton() {
  return (
    <div aria-hidden>
      {Array.from({ length: SKELETONS }, (_, index) => (
        <div key={index} className={styles.waiting}>
          <Skeleton width="2.75rem" height="2.75rem" />
          <Skeleton width={`${50 - index * 3}%`} height="1rem" />
        </div>
      ))}
    </div>
  )
}
