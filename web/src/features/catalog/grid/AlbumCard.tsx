import type { Album } from '@tonarchiv/contract/catalog'
import { useState, type ReactNode } from 'react'
import { useIsConnectionLost } from '#client/connection.ts'
import { useAreAway } from '#client/copies-view.ts'
import { imageUrl } from '#client/media.ts'
import { classNames } from '#ui/dom/class-names.ts'
import { arrowKeysInside } from '#ui/keys/arrow-keys-inside.ts'
import type { MenuAnchor } from '#ui/dom/menu-place.ts'
import { toneStyle } from '#ui/dom/image-tone.ts'
import { Sleeve } from '#ui/components/images/Sleeve.tsx'
import { useContextMenu } from '#ui/hooks/use-context-menu.ts'
import { CopyMark } from '#ui/components/content/CopyMark.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import styles from './AlbumCard.module.css'
import { trackCount } from '#features/tracks/index.ts'
import { yearAndType } from '../albums/wording.ts'

/** The explanation of exclusive albums. See docs/product.md §6.4. */
export const EXCLUSIVE_TEXT = 'Dieser Song ist Exklusiv für dieses Archive'
/** The id of the element that explains exclusive albums; all cards of a list refer to it. */
export const EXCLUSIVE_HINT = 'exclusive-hint'

interface AlbumCardProps {
  album: Album
  isOpen: boolean
  /** Whether a track of this album is playing. */
  isPlaying: boolean
  /** Width of the cover in CSS pixels. */
  size: number
  /** Whether the cover is rendered. Until then its space is reserved. */
  hasCover: boolean
  /** The main colour of the cover; undefined while it is not known. */
  tone: string | undefined
  onToggle: (album: Album) => void
  /** Called when the album is open and its cover has loaded. */
  onCover: (image: HTMLImageElement) => void
  /**
   * Actions that are shown beside the title. An arrow key moves the focus from the card to them, so they are no Tab
   * stops.
   */
  actions?: ReactNode
  /** Opens the context menu, after a right click, a long press or the menu key. */
  onMenu?: ((album: Album, at: MenuAnchor) => void) | undefined
}

/**
 * An album as a record sleeve with its title; a press opens the album. Because scrolling renders hundreds of cards,
 * elements that appear on hover or focus are rendered only then.
 */
export function AlbumCard({
  album,
  isOpen,
  isPlaying,
  size,
  hasCover,
  tone,
  onToggle,
  onCover,
  actions,
  onMenu,
}: AlbumCardProps) {
  const [isTouched, setIsTouched] = useState(false)
  const [isTipDismissed, setIsTipDismissed] = useState(false)
  const menu = useContextMenu(onMenu && ((at) => onMenu(album, at)))
  const isOut = isPlaying && !isOpen
  const isLost = useIsConnectionLost()
  // There is no connection, and no track of the album has a copy on this device, so the album cannot be played.
  const isAway = useAreAway(album.tracks)
  return (
    <div
      className={isOpen ? classNames(styles.cell, styles.open, 'toned') : styles.cell}
      style={isOpen ? toneStyle(tone) : undefined}
      {...arrowKeysInside}
      {...menu}
    >
      <button
        type="button"
        className={classNames(styles.card, isAway && styles.away)}
        title={isAway ? 'Nicht auf diesem Gerät' : undefined}
        aria-disabled={isAway || undefined}
        aria-expanded={isOpen}
        aria-describedby={album.isExclusive ? EXCLUSIVE_HINT : undefined}
        data-album={album.albumId}
        onClick={({ currentTarget }) => {
          if (isAway) return
          const image = currentTarget.querySelector('img')
          if (image && image.naturalWidth > 0) onCover(image)
          onToggle(album)
        }}
        onPointerEnter={() => setIsTouched(true)}
        onFocus={() => setIsTouched(true)}
        onKeyDown={({ key }) => {
          if (key === 'Escape') setIsTipDismissed(true)
        }}
        onBlur={() => setIsTipDismissed(false)}
      >
        <span className={styles.title}>{album.albumTitel}</span>
        <Text size="sm" tone="muted" className={styles.meta}>
          {isLost && !isAway && <CopyMark state="ready" share={1} />}
          {yearAndType(album)} · {trackCount(album.tracks.length)}
        </Text>
        {/* In the document the cover is after the title, for screen readers; CSS displays it before the title. */}
        <Sleeve
          className={styles.sleeve}
          src={imageUrl(album.albumCover)}
          size={size}
          empty={!hasCover}
          // Lazy loading is not needed, because only cards near the visible part of the window are rendered.
          eager
          out={isOut}
          disc={isTouched || isOut}
          band={album.isExclusive ? 'Exclusive' : undefined}
          // The colour is read from this image, because phones load no other image of the cover.
          onReady={isOpen ? onCover : undefined}
        >
          {album.isExclusive && isTouched && !isTipDismissed && (
            <span className={styles.tip} role="tooltip" aria-hidden>
              {EXCLUSIVE_TEXT}
            </span>
          )}
        </Sleeve>
      </button>
      {actions !== undefined && <span className={styles.actions}>{actions}</span>}
    </div>
  )
}
