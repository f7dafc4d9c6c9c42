import type { Album } from '@tonarchiv/contract/archive'
import { useId, useRef, useState } from 'react'
import { pictureAddress } from '#client/media.ts'
import { classNames } from '#ui/class-names.ts'
import { toneStyle } from '#ui/picture-tone.ts'
import { Sleeve } from '#ui/Sleeve.tsx'
import styles from './AlbumCard.module.css'
import { trackCount, yearAndType } from './wording.ts'

interface AlbumCardProps {
  album: Album
  isOpen: boolean
  /** One of its tracks sounds. */
  isPlaying: boolean
  /** Width of the cover, CSS pixels. */
  size: number
  /** The cover is one of the first and loads at once. */
  isFirst: boolean
  /** The cover's colour, once known. */
  tone: string | undefined
  onToggle: (album: Album) => void
  onCover: (image: HTMLImageElement) => void
}

/** The sleeve of an album with its title; pressing opens what is inside. */
export function AlbumCard({
  album,
  isOpen,
  isPlaying,
  size,
  isFirst,
  tone,
  onToggle,
  onCover,
}: AlbumCardProps) {
  const tip = useId()
  const [isTipDismissed, setIsTipDismissed] = useState(false)
  const cover = useRef<HTMLImageElement>(undefined)
  return (
    <button
      type="button"
      className={classNames(styles.card, isOpen && styles.open, 'toned')}
      style={toneStyle(tone)}
      aria-expanded={isOpen}
      aria-describedby={album.isExclusive ? tip : undefined}
      data-album={album.albumId}
      onClick={() => {
        if (cover.current) onCover(cover.current)
        onToggle(album)
      }}
      onKeyDown={({ key }) => {
        if (key === 'Escape') setIsTipDismissed(true)
      }}
      onBlur={() => setIsTipDismissed(false)}
    >
      <span className={styles.title}>{album.albumTitel}</span>
      <span className={styles.meta}>
        {yearAndType(album)} · {trackCount(album.tracks.length)}
      </span>
      <span className={styles.sleeve}>
        <Sleeve
          src={pictureAddress(album.albumCover)}
          size={size}
          eager={isFirst}
          out={isPlaying && !isOpen}
          band={album.isExclusive ? 'Exclusive' : undefined}
          onReady={(image) => {
            cover.current = image
            if (isOpen) onCover(image)
          }}
        />
        {album.isExclusive && !isTipDismissed && (
          <>
            <span className={styles.band} />
            <span className={styles.tip} role="tooltip" id={tip} aria-hidden>
              Dieser Song ist Exklusiv für dieses Archive
            </span>
          </>
        )}
      </span>
    </button>
  )
}
