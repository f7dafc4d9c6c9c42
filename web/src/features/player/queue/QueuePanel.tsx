import X from 'lucide-react/icons/x'
import { imageUrl } from '#client/media.ts'
import { trackCount } from '#features/tracks/index.ts'
import { formatRunningTime, formatTime } from '#format.ts'
import { classNames } from '#ui/dom/class-names.ts'
import { CoverThumb } from '#ui/components/images/CoverThumb.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { RowText } from '#ui/components/content/RowText.tsx'
import { Sheet, SheetHandle } from '#ui/components/overlays/Sheet.tsx'
import { isSounding } from '../engine/playback/player-state.ts'
import { closeQueuePanel } from './queue-panel.ts'
import styles from './QueuePanel.module.css'
import { QueueList } from './QueueList.tsx'
import { usePlayer } from '../engine/player-instance.ts'

interface QueuePanelProps {
  isPhone: boolean
  /** Whether it is opened over another modal element: the full-screen player. */
  isOverPlayer: boolean
}

/** The queued tracks: beside the page on desktops, over it on phones. Escape and its button close it. */
export function QueuePanel({ isPhone, isOverPlayer }: QueuePanelProps) {
  const queue = usePlayer(({ order }) => order.queue)
  const isBeside = !isPhone && !isOverPlayer
  const seconds = queue.reduce((sum, { track }) => sum + track.durationSeconds, 0)

  return (
    <Sheet
      open
      onClose={closeQueuePanel}
      from="right"
      isBeside={isBeside}
      data-player
      className={classNames(styles.panel, isBeside && styles.beside)}
      aria-labelledby="queue-title"
    >
      <SheetHandle />
      <header className={styles.head} data-handle>
        <h2 id="queue-title">Warteschlange</h2>
        {queue.length > 0 && (
          <span className={styles.length}>
            {trackCount(queue.length)}, {formatRunningTime(seconds)}
          </span>
        )}
        <IconButton label="Warteschlange schließen" className={styles.close} onClick={closeQueuePanel}>
          <X className="icon" aria-hidden />
        </IconButton>
      </header>
      <Current />
      {queue.length === 0 ? (
        <p className={styles.empty}>Warteschlange ist leer</p>
      ) : (
        <QueueList queue={queue} isPhone={isPhone} />
      )}
    </Sheet>
  )
}

function Current() {
  const track = usePlayer((state) => state.track)
  const isSoundingNow = usePlayer(({ status }) => isSounding(status))
  if (!track) return null
  return (
    <div className={styles.now}>
      <div className={styles.current}>
        <CoverThumb src={imageUrl(track.coverUrl)} state={isSoundingNow ? 'playing' : 'paused'} />
        <RowText title={track.title} below={track.album} isCurrent />
        <span className={styles.time}>{formatTime(track.durationSeconds)}</span>
      </div>
    </div>
  )
}
