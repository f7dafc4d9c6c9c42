import { useMemo, type ReactNode } from 'react'
import { useListSelection, type RenderSelected } from '#features/tracks/index.ts'
import { usePlayer } from '../engine/player-instance.ts'
import { upcomingCount } from '../order/upcoming.ts'
import { QueueFoot, type QueueFootProps } from './QueueFoot.tsx'
import { QueueList, type QueueListProps } from './QueueList.tsx'
import { queueRows } from './queue-rows.ts'
import { queueRemoval, trackRows } from './queue-removal.tsx'
import { usePast } from './use-past.ts'

/** The actions that pages offer for the queue. */
export interface QueueActions extends QueueFootProps {
  /** Renders the actions for the selected tracks below the rows. Without it, rows cannot be selected. */
  renderSelected?: RenderSelected | undefined
}

interface QueueOptions {
  renderSelected: RenderSelected | undefined
  /** Whether only the last of the tracks that have been played is shown. */
  isPastFolded?: boolean
}

/** The rows of the queue and which of them are selected. */
export function useQueue({ renderSelected, isPastFolded = false }: QueueOptions) {
  const current = usePlayer(({ track }) => track)
  const order = usePlayer((state) => state.order)
  const past = usePast(current?.id)
  const rows = useMemo(
    () => queueRows(order, current, isPastFolded ? past.slice(-1) : past),
    [order, current, past, isPastFolded],
  )
  const tracks = useMemo(() => trackRows(rows), [rows])
  const { selection, bar, button } = useListSelection(tracks, renderSelected, queueRemoval(tracks))
  const hasUpcoming = upcomingCount(order) > 0
  const hasRows = current !== undefined || hasUpcoming
  return { rows, pastCount: past.length, selection, bar, button, hasUpcoming, hasRows }
}

interface QueueContentProps extends QueueFootProps, Omit<QueueListProps, 'rows' | 'selection'> {
  queue: ReturnType<typeof useQueue>
  /** Rendered below the rows if there are no upcoming tracks. */
  empty?: ReactNode
}

/**
 * The rows of the queue, and below them the actions for the selected rows or, without a selection, for the whole queue.
 */
export function QueueContent({ queue, empty, onSave, onAdd, ...list }: QueueContentProps) {
  const { rows, selection, bar, hasUpcoming, hasRows } = queue
  return (
    <>
      {hasRows && <QueueList {...list} {...{ rows, selection }} />}
      {!hasUpcoming && empty}
      {hasRows && bar}
      {hasUpcoming && !bar && <QueueFoot onSave={onSave} onAdd={onAdd} />}
    </>
  )
}
