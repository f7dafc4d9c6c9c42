import { shownTitle } from '@tonarchiv/contract/catalog'
import type { Favorite } from '@tonarchiv/contract/favorites'
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import Heart from 'lucide-react/icons/heart'
import { useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { imageUrl } from '#client/media.ts'
import { classNames } from '#ui/dom/class-names.ts'
import { CoverThumb } from '#ui/components/CoverThumb.tsx'
import { IconButton } from '#ui/components/IconButton.tsx'
import type { MenuAnchor } from '#ui/dom/menu-place.ts'
import { RowText } from '#ui/components/RowText.tsx'
import { Skeleton } from '#ui/components/Skeleton.tsx'
import { Tag } from '#ui/components/Tag.tsx'
import { oncePerDoubleClick } from '#ui/dom/once-per-double-click.ts'
import { useContextMenu } from '#ui/hooks/use-context-menu.ts'
import styles from './FavoriteList.module.css'
import { likeText } from './LikeButton.tsx'

interface FavoriteListProps {
  favorites: readonly Favorite[]
  current?: { id: string; isSounding: boolean } | undefined
  /** The list is behind a band: tracks that cannot be played are not gone. */
  isLocked?: boolean
  onPlay: (favorite: Favorite) => void
  onRemove: (favorite: Favorite) => void
  /** What else can be done with a favorite, at the end of its row. */
  actions: (favorite: Favorite) => ReactNode
  /** Asked for by right click, long press or key. */
  onMenu: (favorite: Favorite, at: MenuAnchor) => void
}

/** Rows loaded beyond the window. */
const OVERSCAN = 6
/** Height of a row, rem. */
const ROW = 3.625

/**
 * What is liked, of which only the rows near the window are in the document. A track that is no longer
 * in the archive is greyed and can only be removed.
 */
export function FavoriteList({ favorites, isLocked = false, onRemove, ...rest }: FavoriteListProps) {
  const list = useRef<HTMLOListElement>(null)
  const top = useTopOf(list)
  const [focused, setFocused] = useState<number>()
  const rowHeight = ROW * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  // What it returns is used here and nowhere memoized, which is what the rule is about.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer({
    count: favorites.length,
    estimateSize: () => rowHeight,
    getItemKey: (index) => favorites[index]?.itemId ?? index,
    scrollMargin: top,
    overscan: OVERSCAN,
    // A row that holds the focus stays, wherever the window is.
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range)
      const isOut = focused !== undefined && focused < range.count && !indexes.includes(focused)
      return isOut ? [...indexes, focused].toSorted((a, b) => a - b) : indexes
    },
  })

  // The row below comes up into the place of one that was removed, and takes its focus.
  const removed = useRef<number>(undefined)
  useLayoutEffect(() => {
    const index = removed.current
    if (index === undefined) return
    removed.current = undefined
    const place = Math.min(index, favorites.length - 1)
    list.current?.querySelector<HTMLElement>(`[data-place="${place}"] [data-remove]`)?.focus()
  }, [favorites.length])

  return (
    <div
      onFocus={({ target }) => {
        const place = target.closest<HTMLElement>('[data-place]')?.dataset['place']
        setFocused(place === undefined ? undefined : Number(place))
      }}
      onBlur={() => setFocused(undefined)}
    >
      <ol
        ref={list}
        className={styles.rows}
        style={{ height: virtualizer.getTotalSize() }}
        aria-label="Lieblingssongs"
      >
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const favorite = favorites[index]
          if (!favorite) return null
          return (
            <Row
              key={favorite.itemId}
              favorite={favorite}
              isGone={!isLocked && favorite.track === null}
              place={index}
              count={favorites.length}
              offset={start - top}
              onRemove={(each) => {
                removed.current = index
                onRemove(each)
              }}
              {...rest}
            />
          )
        })}
      </ol>
    </div>
  )
}

/** From the top of the document, pixels; measured again when the page is laid out anew. */
function useTopOf(list: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return undefined
    const measure = () => setTop(Math.round(element.getBoundingClientRect().top + window.scrollY))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [list])
  return top
}

interface RowProps extends Omit<FavoriteListProps, 'favorites' | 'isLocked'> {
  favorite: Favorite
  isGone: boolean
  /** In the list, counted from 0. */
  place: number
  /** Rows of the list. */
  count: number
  /** From the top of the list, pixels. */
  offset: number
}

function Row({
  favorite,
  isGone,
  place,
  count,
  offset,
  current,
  onPlay,
  onRemove,
  actions,
  onMenu,
}: RowProps) {
  const menu = useContextMenu(isGone ? undefined : (at) => onMenu(favorite, at))
  const title = shownTitle(favorite.item_data.title)
  const isCurrent = favorite.track !== null && favorite.track.id === current?.id
  const isSounding = isCurrent && current.isSounding
  const text = (
    <>
      <CoverThumb
        src={imageUrl(favorite.item_data.coverUrl)}
        state={isSounding ? 'playing' : isCurrent ? 'paused' : undefined}
      />
      <RowText title={title} below={favorite.item_data.album} isCurrent={isCurrent} isFaint={isGone}>
        {favorite.track?.exclusive === true && <Tag kind="paper">Exclusive</Tag>}
        {isGone && <Tag>Nicht mehr im Archiv</Tag>}
      </RowText>
    </>
  )
  return (
    <li
      className={classNames(styles.row, isGone && styles.gone)}
      style={{ translate: `0 ${offset}px` }}
      data-place={place}
      aria-setsize={count}
      aria-posinset={place + 1}
      {...menu}
    >
      {isGone ? (
        <span className={styles.track}>{text}</span>
      ) : (
        <button
          type="button"
          className={styles.track}
          data-track={favorite.track?.id}
          onClick={oncePerDoubleClick(() => onPlay(favorite))}
        >
          {text}
          <span className="sr">{isSounding ? 'pausieren' : 'abspielen'}</span>
        </button>
      )}
      <IconButton
        label={`${likeText(true)}: ${title}`}
        pressed
        pressedAs="filled"
        data-remove
        onClick={() => onRemove(favorite)}
      >
        <Heart className="icon" aria-hidden />
      </IconButton>
      {!isGone && actions(favorite)}
    </li>
  )
}

const SKELETONS = 8

export function FavoriteListSkeleton() {
  return (
    <div aria-hidden>
      {Array.from({ length: SKELETONS }, (_, index) => (
        <div key={index} className={styles.waiting}>
          <span className={styles.track}>
            <Skeleton width="2.75rem" height="2.75rem" />
            <Skeleton width={`${50 - index * 3}%`} height="1rem" />
          </span>
        </div>
      ))}
    </div>
  )
}
