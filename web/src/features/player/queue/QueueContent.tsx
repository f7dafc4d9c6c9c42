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
  /** Makes rows selectable, and renders the actions for the selected tracks below them. */
  renderSelected?: RenderSelected | undefined
}

interface QueueOptions {
  renderSelected: RenderSelected | undefined
  /** Shows only the last one of the played tracks. */
  isPastFolded?: boolean
}

/** The rows of the queue and their selection. */
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
  /** Rendered below the rows while there are no upcoming tracks. */
  empty?: ReactNode
}

/** The rows of the queue. Below them are the actions for the selected rows, or for the whole queue. */
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
