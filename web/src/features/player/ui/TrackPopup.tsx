import { useId, useState, type ReactNode } from 'react'
import { imageUrl } from '#client/media.ts'
import { Cover } from '#ui/components/images/Cover.tsx'
import { Surface } from '#ui/components/base/Surface.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { DownloadButton } from '../track-menu/DownloadButton.tsx'
import { NowPlayingCover } from './NowPlaying.tsx'
import { usePlayer } from '../engine/player-instance.ts'
import { openLargeView } from '../large/large-view.ts'
import styles from './TrackPopup.module.css'

/** CSS pixels. */
const COVER_WIDTH = 248

/**
 * The cover in the player bar. A press opens the large view. A right click or the menu key opens a popup with the
 * current track. See docs/product.md §8.4.
 */
export function TrackPopup({ actions }: { actions?: ReactNode }) {
  const track = usePlayer((state) => state.track)
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  return (
    <>
      <button
        type="button"
        className={styles.opener}
        aria-label="Großansicht öffnen"
        aria-haspopup="dialog"
        title={track && 'Großansicht öffnen'}
        disabled={!track}
        data-bar-cover
        onClick={openLargeView}
        onContextMenu={(event) => {
          event.preventDefault()
          document.getElementById(id)?.showPopover()
        }}
      >
        <NowPlayingCover width={56} />
      </button>
      <Surface
        as="dialog"
        kind="floating"
        id={id}
        popover="auto"
        aria-label="Titelkarte"
        className={styles.popup}
        onBeforeToggle={({ newState }) => setIsOpen(newState === 'open')}
      >
        {track && (
          <>
            <button
              type="button"
              className={styles.cover}
              aria-label="Großansicht öffnen"
              popoverTarget={id}
              popoverTargetAction="hide"
              onClick={openLargeView}
            >
              {/* The cover is not loaded before the popup is first opened. */}
              <Cover src={imageUrl(track.coverUrl)} size={COVER_WIDTH} eager={isOpen} />
            </button>
            <div className={styles.foot}>
              <div className={styles.names}>
                <Text as="p" weight="semibold" truncate title={track.title}>
                  {track.title}
                </Text>
                <Text as="p" size="sm" tone="muted" truncate title={track.artist}>
                  {track.artist}
                </Text>
              </div>
              {actions}
              <DownloadButton />
            </div>
          </>
        )}
      </Surface>
    </>
  )
}
