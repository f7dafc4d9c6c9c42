import type { Album } from '@tonarchiv/contract/catalog'
import { memo, useState, type Ref } from 'react'
import { cachedTone, toneOfImage } from '#ui/dom/image-tone.ts'
import { AlbumCard } from './AlbumCard.tsx'
import { AlbumPanel, type AlbumPlaying } from '../album/AlbumPanel.tsx'
import { AlbumPlaceholder } from './AlbumSkeletons.tsx'
import styles from './AlbumRow.module.css'

interface AlbumCellProps extends AlbumPlaying {
  coverWidth: number
  hasCovers: boolean
  onToggle: (album: Album) => void
  onClose: (album: Album) => void
}

interface AlbumRowProps extends AlbumCellProps {
  /** The albums of this row; undefined for an album that is not loaded yet. */
  albums: readonly (Album | undefined)[]
  index: number
  columns: number
  /** Height of the cards in pixels. */
  height: number
  /** Number of cards of this row that are rendered so far. */
  cards: number
  /** The title of the album of this row that is open; undefined if none is. */
  openTitle: string | undefined
  ref: Ref<HTMLDivElement>
}

/** One row of album cards. If an album of the row is open, its panel is below the row. */
export const AlbumRow = memo(function AlbumRow({
  albums,
  index,
  columns,
  height,
  cards,
  openTitle,
  ref,
  ...cell
}: AlbumRowProps) {
  return (
    <div
      className={styles.row}
      ref={ref}
      data-index={index}
      style={{ gridTemplate: `${height}px / repeat(${columns}, minmax(0, 1fr))` }}
    >
      {albums.slice(0, cards).map((album, place) =>
        album === undefined ? (
          // oxlint-disable-next-line react/no-array-index-key -- fixed positions
          <AlbumPlaceholder key={place} />
        ) : (
          <AlbumCell key={album.albumId} album={album} isOpen={album.albumTitel === openTitle} {...cell} />
        ),
      )}
    </div>
  )
})

/** The card of an album and, while the album is open, its panel. */
export const AlbumCell = memo(function AlbumCell({
  album,
  isOpen,
  coverWidth,
  hasCovers,
  current,
  onPlay,
  actions,
  albumActions,
  onShuffle,
  panelActions,
  panelFoot,
  onMenu,
  renderSelected,
  onAlbumMenu,
  linkedId,
  editPath,
  onToggle,
  onClose,
}: AlbumCellProps & { album: Album; isOpen: boolean }) {
  const [tone, setTone] = useState(() => cachedTone(album.albumCover))
  const onCover = (image: HTMLImageElement) => setTone(toneOfImage(album.albumCover, image))
  return (
    <>
      <AlbumCard
        {...{ album, isOpen, tone, onToggle, onCover }}
        size={coverWidth}
        hasCover={hasCovers}
        actions={albumActions?.(album)}
        onMenu={onAlbumMenu}
        isPlaying={current?.isSounding === true && current.albumTitel === album.albumTitel}
      />
      {isOpen && (
        <AlbumPanel
          {...{ album, tone, current, onPlay, onShuffle, panelActions, actions, onMenu, linkedId }}
          {...{ renderSelected, editPath, onCover, panelFoot }}
          onClose={() => onClose(album)}
        />
      )}
    </>
  )
})
