import X from 'lucide-react/icons/x'
import { useEffect, useRef } from 'react'
import { trackCount } from '#features/archive/index.ts'
import { formatRunningTime, formatTime } from '#format.ts'
import { classNames } from '#ui/class-names.ts'
import { Equalizer } from '#ui/Equalizer.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { openModal } from '#ui/modal.ts'
import { RowText } from '#ui/RowText.tsx'
import { isSounding } from './player-state.ts'
import { closeQueuePanel } from './queue-panel.ts'
import styles from './QueuePanel.module.css'
import { QueueList } from './QueueList.tsx'
import { QueueCover } from './QueueCover.tsx'
import { usePlayer } from './the-player.ts'

/** What waits to be played: beside the page on desktops, over it on phones. Esc and its button close it. */
export function QueuePanel({ isPhone }: { isPhone: boolean }) {
  const panel = useRef<HTMLDialogElement>(null)
  const queue = usePlayer(({ order }) => order.queue)
  const seconds = queue.reduce((sum, { track }) => sum + track.duration, 0)

  useEffect(() => {
    const dialog = panel.current
    if (dialog === null) return undefined
    if (isPhone) return openModal(dialog, closeQueuePanel)
    const opener = document.activeElement
    dialog.show()
    return () => {
      const hadFocus = dialog.contains(document.activeElement)
      dialog.close()
      if (hadFocus && opener instanceof HTMLElement) opener.focus()
    }
  }, [isPhone])

  return (
    <dialog
      ref={panel}
      className={styles.panel}
      aria-labelledby="queue-title"
      onCancel={(event) => {
        event.preventDefault()
        closeQueuePanel()
      }}
      onKeyDown={({ key, defaultPrevented }) => {
        if (key === 'Escape' && !defaultPrevented) closeQueuePanel()
      }}
    >
      <span className={styles.grab} />
      <header className={styles.head}>
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

function Current() {
  const track = usePlayer((state) => state.track)
  const isSoundingNow = usePlayer(({ status }) => isSounding(status))
  if (!track) return null
  return (
    <div className={styles.now}>
      <div className={classNames(styles.row, styles.current)}>
        <span className={styles.thumb}>
          <QueueCover track={track} />
          <Equalizer paused={!isSoundingNow} />
        </span>
        <RowText title={track.title} below={track.album} isCurrent />
        <span className={styles.time}>{formatTime(track.duration)}</span>
      </div>
    </div>
  )
}
