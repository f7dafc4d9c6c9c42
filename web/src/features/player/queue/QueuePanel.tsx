import X from 'lucide-react/icons/x'
import { useMemo } from 'react'
import { SelectButton, type RenderSelected } from '#features/tracks/index.ts'
import { formatNumber } from '#format.ts'
import { classNames } from '#ui/dom/class-names.ts'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { Sheet, SheetHandle } from '#ui/components/overlays/Sheet.tsx'
import { usePlayer } from '../engine/player-instance.ts'
import type { PlayerState } from '../engine/playback/player-state.ts'
import { upcomingCount, upcomingOf } from '../order/upcoming.ts'
import { closeQueuePanel } from './queue-panel.ts'
import { QueueFoot, type QueueFootProps } from './QueueFoot.tsx'
import { queueRows } from './queue-rows.ts'
import { useQueueSelection } from './queue-selection.tsx'
import { QueueList } from './QueueList.tsx'
import styles from './QueuePanel.module.css'
import { usePast } from './use-past.ts'

interface QueuePanelProps extends QueueFootProps {
  isPhone: boolean
  /** Called when a link to another page is followed. */
  onFollow: () => void
  /** Makes rows selectable: what can be done with the selected tracks, below them. */
  renderSelected?: RenderSelected | undefined
}

/** The queued tracks: beside the page on desktops, over it on phones. Escape and its button close it. */
export function QueuePanel({ isPhone, onFollow, onSave, onAdd, renderSelected }: QueuePanelProps) {
  const current = usePlayer(({ track }) => track)
  const order = usePlayer((state) => state.order)
  const hasUpcoming = upcomingCount(order) > 0
  const past = usePast(current?.id)
  const rows = useMemo(() => queueRows(order, current, past), [order, current, past])
  const { selection, bar, button } = useQueueSelection(rows, renderSelected)
  const hasRows = current !== undefined || hasUpcoming

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
          {button && hasRows && <SelectButton {...button} />}
          <IconButton label="Warteschlange schließen" onClick={closeQueuePanel}>
            <X className="icon" aria-hidden />
          </IconButton>
        </span>
      </header>
      {hasRows && <QueueList {...{ rows, selection, isPhone, onFollow }} />}
      {!hasUpcoming && <p className={styles.empty}>Warteschlange ist leer</p>}
      {hasRows && bar}
      {hasUpcoming && !bar && <QueueFoot onSave={onSave} onAdd={onAdd} />}
    </Sheet>
  )
}

/** How much comes, and when it ends if nothing is repeated. */
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

/** The time of day when everything has played; undefined when that is more than a day away. */
function endOf({ order, track, positionSeconds, durationSeconds }: PlayerState): string | undefined {
  if (order.repeat !== 'off') return undefined
  const { queued, following } = upcomingOf(order)
  const left = track ? Math.max(0, durationSeconds - positionSeconds) : 0
  const seconds = [...queued, ...following].reduce((sum, entry) => sum + entry.track.durationSeconds, left)
  if (seconds > DAY_SECONDS) return undefined
  return new Date(Date.now() + seconds * 1000).toLocaleTimeString('de-DE', CLOCK)
}

const CLOCK = { hour: '2-digit', minute: '2-digit' } as const
