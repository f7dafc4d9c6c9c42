import X from 'lucide-react/icons/x'
import { useMemo, useRef, type ReactNode } from 'react'
import { openTrackMenu, TrackList, TrackMenuButton, type ListSelection } from '#features/tracks/index.ts'
import { formatTime } from '#format.ts'
import { classNames } from '#ui/dom/class-names.ts'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { getPlayer, usePlayer } from '../engine/player-instance.ts'
import { isSounding } from '../engine/playback/player-state.ts'
import type { Upcoming } from '../order/upcoming.ts'
import { QueueHeading, type Fold } from './QueueHeading.tsx'
import { placeOf, targetBehind, targetOf, type QueueRow } from './queue-rows.ts'
import { isUpcoming, REMOVAL, removeRows, type TrackRow } from './queue-removal.tsx'
import styles from './QueuePanel.module.css'

/** Heights of a row in rem, on desktops and on touch screens. */
const ROW = { desk: 3.125, touch: 3.5 }

export interface QueueListProps {
  rows: readonly QueueRow[]
  selection: ListSelection | undefined
  isPhone: boolean
  /** Whether rows have the height for touch screens. */
  isTall?: boolean
  /** Called when a link in the list opens another page. */
  onFollow?: (() => void) | undefined
  /** Lets the member fold and unfold the tracks that have been played. */
  fold?: Fold | undefined
  /** The button that starts selecting rows, beside the heading of the current track. */
  select?: ReactNode
}

/**
 * The rows of the queue: played tracks, the current one and the upcoming ones. Drag handles reorder the upcoming
 * tracks.
 */
export function QueueList(props: QueueListProps) {
  const { rows, selection, isPhone, isTall = isPhone, onFollow, fold, select } = props
  const current = usePlayer(({ track }) => track)
  const isSoundingNow = usePlayer(({ status }) => isSounding(status))
  const entries = useMemo(
    () =>
      rows.map((row) =>
        row.kind === 'heading'
          ? { key: row.key, heading: <QueueHeading part={row.part} {...{ onFollow, fold, select }} /> }
          : row,
      ),
    [rows, onFollow, fold, select],
  )
  const onMove = useMoves(rows)
  return (
    <TrackList
      label="Warteschlange"
      className={classNames(styles.list, !isPhone && styles.slim)}
      scroll="list"
      rowHeight={isTall ? ROW.touch : ROW.desk}
      startAt={fold ? 0 : firstBehindPast(rows)}
      entries={entries}
      current={current && { id: current.id, isSounding: isSoundingNow }}
      isCurrent={({ kind }) => kind === 'current'}
      renderSlots={(row, onRemove) => ({
        end: <Time row={row} />,
        actions: <Actions {...{ row, isPhone, onRemove }} />,
      })}
      onPlay={play}
      onMenu={(row, at, onRemove) =>
        openTrackMenu(row.track, at, isUpcoming(row) ? removal(onRemove) : undefined)
      }
      onRemove={({ key }) => removeRows([key])}
      isMovable={isUpcoming}
      onMove={onMove}
      onMoveBlock={(block, after) => {
        const keys = block.map(({ key }) => key)
        getPlayer().moveUpcoming(keys, targetBehind(rows, keys, after))
      }}
      {...(selection && { selection })}
    />
  )
}

function firstBehindPast(rows: readonly QueueRow[]): number {
  return Math.max(
    0,
    rows.findIndex((row) => row.kind === 'heading' && row.part !== 'past'),
  )
}

/**
 * The menu of a row's track, and beside it a button that removes the row. On phones removing is an item of that menu.
 */
function Actions({ row, isPhone, onRemove }: { row: TrackRow; isPhone: boolean; onRemove: () => void }) {
  const { track } = row
  if (!isUpcoming(row))
    return (
      <>
        <span className={styles.noGrip} />
        <TrackMenuButton track={track} />
        {!isPhone && <span className={styles.noRemove} />}
      </>
    )
  return (
    <>
      <TrackMenuButton track={track} rowAction={removal(onRemove)} data-remove={isPhone || undefined} />
      {!isPhone && (
        <IconButton label={`${track.title} entfernen`} data-remove onClick={onRemove}>
          <X className="icon icon-small" aria-hidden />
        </IconButton>
      )}
    </>
  )
}

function removal(onSelect: () => void) {
  return { ...REMOVAL, onSelect }
}

function play(row: TrackRow): void {
  const player = getPlayer()
  if (row.kind === 'current') player.toggle()
  else if (row.kind === 'past') player.playInBetween(row.track)
  else player.playUpcoming(row.key)
}

/**
 * Returns a function that moves a row to an index of the whole list. A move by keys can be cancelled, which moves the
 * row back to its original position.
 */
function useMoves(rows: readonly QueueRow[]) {
  const origin = useRef<{ key: string; place: { group: keyof Upcoming; index: number } }>(undefined)
  return ({ key }: TrackRow, to: number, kind: 'moved' | 'dropped' | 'putBack') => {
    if (kind === 'moved' && origin.current?.key !== key) origin.current = { key, place: placeOf(rows, key) }
    const before = origin.current?.key === key ? origin.current.place : undefined
    getPlayer().moveUpcoming([key], kind === 'putBack' && before ? before : targetOf(rows, [key], to))
    if (kind !== 'moved') origin.current = undefined
  }
}

/**
 * The time of a row: when the track was played, how long the current track still plays, or the duration of an upcoming
 * track.
 */
function Time({ row }: { row: TrackRow }) {
  if (row.kind === 'current') return <Remaining />
  const text =
    row.kind === 'past'
      ? new Date(row.playedAt).toLocaleTimeString('de-DE', { hour: '2-digit', minute: '2-digit' })
      : formatTime(row.track.durationSeconds)
  return <span className={classNames(styles.time, row.kind === 'past' && styles.past)}>{text}</span>
}

function Remaining() {
  const left = usePlayer(({ durationSeconds, positionSeconds }) =>
    Math.max(0, Math.ceil(durationSeconds - positionSeconds)),
  )
  return <span className={styles.time}>−{formatTime(left)}</span>
}
