import type { Album } from '@tonarchiv/contract/archive'
import { memo, useState, type Ref } from 'react'
import { knownTone, toneOfImage } from '#ui/picture-tone.ts'
import { AlbumCard } from './AlbumCard.tsx'
import { AlbumPanel, type AlbumPlaying } from './AlbumPanel.tsx'
import styles from './AlbumRow.module.css'

interface AlbumCellProps extends AlbumPlaying {
  coverWidth: number
  onToggle: (album: Album) => void
  onClose: (album: Album) => void
}

interface AlbumRowProps extends AlbumCellProps {
  albums: readonly Album[]
  index: number
  columns: number
  /** Title of the album of this row that is open. */
  openTitle: string | undefined
  ref: Ref<HTMLDivElement>
}

/** One row of cards; the panel of the open one lies below all of them. */
export const AlbumRow = memo(function AlbumRow({
  albums,
  index,
  columns,
  openTitle,
  ref,
  ...cell
}: AlbumRowProps) {
  return (
    <div
      className={styles.row}
      ref={ref}
      data-index={index}
      style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
    >
      {albums.map((album) => (
        <AlbumCell key={album.albumId} album={album} isOpen={album.albumTitel === openTitle} {...cell} />
      ))}
    </div>
  )
})

function AlbumCell({
  album,
  isOpen,
  coverWidth,
  current,
  onPlay,
  actions,
  onMenu,
  linkedId,
  onToggle,
  onClose,
}: AlbumCellProps & { album: Album; isOpen: boolean }) {
  const [tone, setTone] = useState(() => knownTone(album.albumCover))
  const onCover = (image: HTMLImageElement) => setTone(toneOfImage(album.albumCover, image))
  return (
    <>
      <AlbumCard
        {...{ album, isOpen, tone, onToggle, onCover }}
        size={coverWidth}
        isPlaying={current?.isSounding === true && current.albumTitel === album.albumTitel}
      />
      {isOpen && (
        <AlbumPanel
          {...{ album, tone, current, onPlay, actions, onMenu, linkedId, onCover }}
          onClose={() => onClose(album)}
        />
      )}
    </>
  )
}
