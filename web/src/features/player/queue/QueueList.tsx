import X from 'lucide-react/icons/x'
import { flushSync } from 'react-dom'
import { TrackList } from '#features/tracks/index.ts'
import { formatTime } from '#format.ts'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { getPlayer } from '../engine/player-instance.ts'
import type { QueueEntry } from '../order/play-order.ts'
import styles from './QueuePanel.module.css'

/** Heights of a row, rem. */
const ROW = { desk: 3.5, phone: 3.75 }

interface QueueListProps {
  queue: readonly QueueEntry[]
  isPhone: boolean
}

/** The queued tracks in order; grips change the order. */
export function QueueList({ queue, isPhone }: QueueListProps) {
  const remove = ({ key }: QueueEntry) => {
    const isLast = queue.length === 1
    flushSync(() => getPlayer().removeQueued(key))
    if (isLast) document.querySelector<HTMLElement>('[data-queue-button]')?.focus()
  }
  return (
    <TrackList
      className={styles.list}
      scroll="list"
      rowHeight={isPhone ? ROW.phone : ROW.desk}
      entries={queue}
      renderSlots={({ track: { title, durationSeconds } }, onRemove) => ({
        end: <span className={styles.time}>{formatTime(durationSeconds)}</span>,
        actions: (
          <IconButton label={`${title} entfernen`} data-remove onClick={onRemove}>
            <X className="icon icon-small" aria-hidden />
          </IconButton>
        ),
      })}
      onPlay={({ key }) => getPlayer().playQueued(key)}
      onRemove={remove}
      onMove={({ key }, to) => getPlayer().moveQueued(key, to)}
    />
  )
}
