import { useMemo, type ReactNode } from 'react'
import { useListSelection, type RenderSelected } from '#features/tracks/index.ts'
import { usePlayer } from '../engine/player-instance.ts'
import { upcomingCount } from '../order/upcoming.ts'
import { QueueFoot, type QueueFootProps } from './QueueFoot.tsx'
import { QueueList, type QueueListProps } from './QueueList.tsx'
import { queueRows } from './queue-rows.ts'
import { queueRemoval, trackRows } from './queue-removal.tsx'
import { usePast } from './use-past.ts'

/** What pages offer for the queue. */
export interface QueueActions extends QueueFootProps {
  /** Makes rows selectable: what can be done with the selected tracks, below them. */
  renderSelected?: RenderSelected | undefined
}

interface QueueOptions {
  renderSelected: RenderSelected | undefined
  /** Leaves out what was played. */
  isPastFolded?: boolean
}

/** The rows of the queue and their selection. */
export function useQueue({ renderSelected, isPastFolded = false }: QueueOptions) {
  const current = usePlayer(({ track }) => track)
  const order = usePlayer((state) => state.order)
  const past = usePast(current?.id)
  const rows = useMemo(() => {
    const all = queueRows(order, current, past)
    return isPastFolded ? all.filter(({ kind }) => kind !== 'past') : all
  }, [order, current, past, isPastFolded])
  const tracks = useMemo(() => trackRows(rows), [rows])
  const { selection, bar, button } = useListSelection(tracks, renderSelected, queueRemoval(tracks))
  const hasUpcoming = upcomingCount(order) > 0
  return { rows, selection, bar, button, hasUpcoming, hasRows: current !== undefined || hasUpcoming }
}

interface QueueContentProps extends QueueFootProps, Omit<QueueListProps, 'rows' | 'selection'> {
  queue: ReturnType<typeof useQueue>
  /** Stands below the rows where nothing comes. */
  empty?: ReactNode
}

/** The rows of the queue, and below them what can be done with the selected ones, or with all that comes. */
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
