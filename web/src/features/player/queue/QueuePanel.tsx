import X from 'lucide-react/icons/x'
import { useLayoutEffect, useRef } from 'react'
import { imageUrl } from '#client/media.ts'
import { trackCount } from '#features/tracks/index.ts'
import { formatRunningTime, formatTime } from '#format.ts'
import { classNames } from '#ui/dom/class-names.ts'
import { dragToClose } from '#ui/dom/drag-to-close.ts'
import { CoverThumb } from '#ui/components/CoverThumb.tsx'
import { IconButton } from '#ui/components/IconButton.tsx'
import { openModal } from '#ui/hooks/modal.ts'
import { RowText } from '#ui/components/RowText.tsx'
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
  const panel = useRef<HTMLDialogElement>(null)
  const queue = usePlayer(({ order }) => order.queue)
  const seconds = queue.reduce((sum, { track }) => sum + track.durationSeconds, 0)

  // Closed while it is still in the document, so that the focus returns to the element that opened it.
  useLayoutEffect(() => {
    const dialog = panel.current
    if (dialog === null) return undefined
    if (isPhone || isOverPlayer) {
      const close = openModal(dialog, closeQueuePanel)
      const stopDragging = dragToClose(dialog, closeQueuePanel)
      return () => {
        stopDragging()
        close()
      }
    }
    const opener = document.activeElement
    dialog.show()
    const stopListening = onEscapeOnPage(closeQueuePanel)
    return () => {
      stopListening()
      const hadFocus = dialog.contains(document.activeElement)
      dialog.close()
      if (hadFocus && opener instanceof HTMLElement) opener.focus()
    }
  }, [isPhone, isOverPlayer])

  return (
    <dialog
      ref={panel}
      data-player
      className={classNames(styles.panel, isOverPlayer && styles.over)}
      aria-labelledby="queue-title"
      onCancel={(event) => {
        event.preventDefault()
        closeQueuePanel()
      }}
      // Browsers close it without a cancel event when Escape is pressed twice.
      onClose={() => {
        if (panel.current?.open === false) closeQueuePanel()
      }}
    >
      <span className={styles.grab} data-handle />
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
    </dialog>
  )
}

/** Escape closes the topmost element: a dialog, a menu or a focused field before a panel beside the page. */
function onEscapeOnPage(close: () => void): () => void {
  const pressed = ({ key, defaultPrevented }: KeyboardEvent) => {
    const isCovered = document.querySelector('dialog:modal, [popover="auto"]:popover-open') !== null
    if (key === 'Escape' && !defaultPrevented && !isCovered) close()
  }
  document.addEventListener('keydown', pressed)
  return () => document.removeEventListener('keydown', pressed)
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
