import ListMusic from 'lucide-react/icons/list-music'
import ListPlus from 'lucide-react/icons/list-plus'
import ListX from 'lucide-react/icons/list-x'
import X from 'lucide-react/icons/x'
import { useEffect, useMemo } from 'react'
import { usePlays } from '#features/plays/index.ts'
import { trackOfPlay, type Track } from '#features/tracks/index.ts'
import { formatNumber } from '#format.ts'
import { classNames } from '#ui/dom/class-names.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { Sheet, SheetHandle } from '#ui/components/overlays/Sheet.tsx'
import { showToast } from '#ui/dom/toast.ts'
import { getPlayer, usePlayer } from '../engine/player-instance.ts'
import type { PlayerState } from '../engine/playback/player-state.ts'
import { upcomingCount, upcomingOf } from '../order/upcoming.ts'
import { closeQueuePanel } from './queue-panel.ts'
import type { PastPlay } from './queue-rows.ts'
import { QueueList } from './QueueList.tsx'
import styles from './QueuePanel.module.css'

/** Milliseconds in which the queue can be brought back. */
const UNDO_DURATION = 8000

function clear(): void {
  const restore = getPlayer().clearUpcoming()
  showToast('Warteschlange geleert', {
    icon: ListX,
    duration: UNDO_DURATION,
    action: { label: 'Rückgängig', onPress: restore },
  })
  // The pressed button is gone.
  document.querySelector<HTMLElement>('[data-queue-button]')?.focus()
}

/** How many plays the queue shows. */
const PAST = 20

/** The account's last plays, oldest first, without the one of the current track. */
function usePast(currentId: string | undefined): PastPlay[] {
  const { data, refetch } = usePlays()
  useEffect(() => {
    if (currentId !== undefined) void refetch()
  }, [currentId, refetch])
  return useMemo(() => {
    const [newest, ...others] = (data?.pages.flat() ?? []).slice(0, PAST)
    const isCurrent = newest !== undefined && newest.track_id === currentId
    const past = newest === undefined || isCurrent ? others : [newest, ...others]
    return past
      .map((play) => ({ id: play.id, track: trackOfPlay(play), playedAt: play.played_at }))
      .toReversed()
  }, [data, currentId])
}

interface QueuePanelProps {
  isPhone: boolean
  /** Whether it is opened over another modal element: the full-screen player. */
  isOverPlayer: boolean
  /** Called when a link to another page is followed. */
  onFollow: () => void
  /** Makes a playlist of these tracks. */
  onSave?: ((tracks: readonly Track[]) => void) | undefined
  /** Adds these tracks to a playlist that is chosen. */
  onAdd?: ((tracks: readonly Track[]) => void) | undefined
}

/** The queued tracks: beside the page on desktops, over it on phones. Escape and its button close it. */
export function QueuePanel({ isPhone, isOverPlayer, onFollow, onSave, onAdd }: QueuePanelProps) {
  const current = usePlayer(({ track }) => track)
  const hasUpcoming = usePlayer(({ order }) => upcomingCount(order) > 0)
  const past = usePast(current?.id)
  const isBeside = !isPhone && !isOverPlayer

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
        <Length />
        <IconButton label="Warteschlange schließen" className={styles.close} onClick={closeQueuePanel}>
          <X className="icon" aria-hidden />
        </IconButton>
      </header>
      {(current !== undefined || hasUpcoming) && (
        <QueueList past={past} isPhone={isPhone} onFollow={onFollow} />
      )}
      {!hasUpcoming && <p className={styles.empty}>Warteschlange ist leer</p>}
      {hasUpcoming && (
        <footer className={styles.foot}>
          {onSave && (
            <Button
              kind="ghost"
              small
              aria-haspopup="dialog"
              onClick={() => onSave(tracksOf(getPlayer().state.getState()))}
            >
              <ListPlus className="icon icon-small" aria-hidden />
              Als Playlist speichern
            </Button>
          )}
          {onAdd && (
            <IconButton
              label="Zur Playlist hinzufügen…"
              aria-haspopup="dialog"
              onClick={() => onAdd(tracksOf(getPlayer().state.getState()))}
            >
              <ListMusic className="icon icon-small" aria-hidden />
            </IconButton>
          )}
          <Button kind="ghost" small className={styles.clear} onClick={clear}>
            <ListX className="icon icon-small" aria-hidden />
            Leeren
          </Button>
        </footer>
      )}
    </Sheet>
  )
}

/** What plays, and everything that comes, in the order of playing. */
function tracksOf({ track, order }: PlayerState): Track[] {
  const { queued, following } = upcomingOf(order)
  return [...(track ? [track] : []), ...[...queued, ...following].map((entry) => entry.track)]
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
