import X from 'lucide-react/icons/x'
import { SelectButton } from '#features/tracks/index.ts'
import { formatNumber } from '#format.ts'
import { classNames } from '#ui/dom/class-names.ts'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { Sheet, SheetHandle } from '#ui/components/overlays/Sheet.tsx'
import { usePlayer } from '../engine/player-instance.ts'
import type { PlayerState } from '../engine/playback/player-state.ts'
import { upcomingCount, upcomingOf } from '../order/upcoming.ts'
import { closeQueuePanel } from './queue-panel.ts'
import { QueueContent, useQueue, type QueueActions } from './QueueContent.tsx'
import styles from './QueuePanel.module.css'

interface QueuePanelProps extends QueueActions {
  isPhone: boolean
  /** Called when a link in the panel opens another page. */
  onFollow: () => void
}

/**
 * The panel with the queue: beside the page on desktops, over the page on phones. Escape and the panel's close button
 * close it.
 */
export function QueuePanel({ isPhone, onFollow, onSave, onAdd, renderSelected }: QueuePanelProps) {
  const queue = useQueue({ renderSelected })
  return (
    <Sheet
      open
      onClose={closeQueuePanel}
      from="right"
      isBeside={!isPhone}
      data-player
      className={classNames(styles.panel, !isPhone && styles.beside)}
      aria-labelledby="queue-title"
    >
      <SheetHandle />
      <header className={styles.head} data-handle>
        <div className={styles.titles}>
          <h2 id="queue-title">Warteschlange</h2>
          <Length />
        </div>
        <span className={styles.tools}>
          {queue.button && queue.hasRows && <SelectButton {...queue.button} />}
          <IconButton label="Warteschlange schließen" onClick={closeQueuePanel}>
            <X className="icon" aria-hidden />
          </IconButton>
        </span>
      </header>
      <QueueContent
        {...{ queue, isPhone, onFollow, onSave, onAdd }}
        empty={<p className={styles.empty}>Warteschlange ist leer</p>}
      />
    </Sheet>
  )
}

/** The number of upcoming tracks, and the time of day at which the last one ends if repeat is off. */
function Length() {
  const count = usePlayer(({ order }) => upcomingCount(order))
  const end = usePlayer(endOf)
  if (count === 0) return null
  return (
    <span className={styles.length}>
      {formatNumber(count)} Titel{end === undefined ? '' : `, bis ${end} Uhr`}
    </span>
  )
}

const DAY_SECONDS = 86_400

/** The time of day at which the last track ends; undefined with repeat, and when that is more than a day away. */
function endOf({ order, track, positionSeconds, durationSeconds }: PlayerState): string | undefined {
  if (order.repeat !== 'off') return undefined
  const { queued, following } = upcomingOf(order)
  const left = track ? Math.max(0, durationSeconds - positionSeconds) : 0
  const seconds = [...queued, ...following].reduce((sum, entry) => sum + entry.track.durationSeconds, left)
  if (seconds > DAY_SECONDS) return undefined
  return new Date(Date.now() + seconds * 1000).toLocaleTimeString('de-DE', CLOCK)
}

const CLOCK = { hour: '2-digit', minute: '2-digit' } as const
