import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { pictureAddress } from '#client/media.ts'
import { trackCount } from '#features/archive/index.ts'
import { formatRunningTime, formatTime } from '#format.ts'
import { classNames } from '#ui/class-names.ts'
import { Cover } from '#ui/Cover.tsx'
import { Equalizer } from '#ui/Equalizer.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { openModal } from '#ui/modal.ts'
import type { QueueEntry } from './play-order.ts'
import { isSounding } from './player-state.ts'
import { closeQueuePanel } from './queue-panel.ts'
import styles from './QueuePanel.module.css'
import { thePlayer, usePlayer } from './the-player.ts'
import type { PlayerTrack } from './track.ts'

const COVER_WIDTH = 44

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
      onKeyDown={({ key }) => {
        if (key === 'Escape') closeQueuePanel()
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
        <Waiting queue={queue} />
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
          <TrackCover track={track} />
          <Equalizer paused={!isSoundingNow} />
        </span>
        <Names track={track} />
        <span className={styles.time}>{formatTime(track.duration)}</span>
      </div>
    </div>
  )
}

function Waiting({ queue }: { queue: readonly QueueEntry[] }) {
  const list = useRef<HTMLOListElement>(null)
  const focus = (selector: string, index: number) =>
    list.current?.children[index]?.querySelector<HTMLElement>(selector)?.focus()

  const remove = (key: number, index: number) => {
    flushSync(() => thePlayer().removeQueued(key))
    // The next row has come up into its place; without a next one it is the one before.
    const left = list.current?.children.length ?? 0
    if (left > 0) focus('[data-remove]', Math.min(index, left - 1))
    else document.querySelector<HTMLElement>('[data-queue-button]')?.focus()
  }
  const move = (key: number, index: number, by: 1 | -1, handle: string) => {
    const to = Math.min(Math.max(0, index + by), queue.length - 1)
    flushSync(() => thePlayer().moveQueued(key, by))
    focus(handle, to)
  }
  const pressed = (event: KeyboardEvent, key: number, index: number) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    move(key, index, event.key === 'ArrowUp' ? -1 : 1, '[data-play]')
  }

  return (
    <ol className={styles.list} ref={list}>
      {queue.map(({ key, track }, index) => (
        <li key={key} className={styles.row}>
          <TrackCover track={track} />
          <button
            type="button"
            data-play
            className={styles.play}
            aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
            onClick={() => thePlayer().playQueued(key)}
            onKeyDown={(event) => pressed(event, key, index)}
          >
            <Names track={track} />
            <span className="sr"> abspielen</span>
          </button>
          <span className={styles.time}>{formatTime(track.duration)}</span>
          <span className={styles.move}>
            <button
              type="button"
              data-up
              aria-label={`${track.title} nach oben`}
              aria-disabled={index === 0 || undefined}
              onClick={() => move(key, index, -1, '[data-up]')}
            >
              <ChevronUp className="icon icon-small" aria-hidden />
            </button>
            <button
              type="button"
              data-down
              aria-label={`${track.title} nach unten`}
              aria-disabled={index === queue.length - 1 || undefined}
              onClick={() => move(key, index, 1, '[data-down]')}
            >
              <ChevronDown className="icon icon-small" aria-hidden />
            </button>
          </span>
          <IconButton label={`${track.title} entfernen`} data-remove onClick={() => remove(key, index)}>
            <X className="icon icon-small" aria-hidden />
          </IconButton>
        </li>
      ))}
    </ol>
  )
}

function TrackCover({ track }: { track: PlayerTrack }) {
  return <Cover src={pictureAddress(track.coverUrl)} size={COVER_WIDTH} fixed />
}

function Names({ track }: { track: PlayerTrack }) {
  return (
    <span className={styles.names}>
      <span className={styles.title} title={track.title}>
        {track.title}
      </span>
      <span className={styles.album}>{track.album}</span>
    </span>
  )
}
