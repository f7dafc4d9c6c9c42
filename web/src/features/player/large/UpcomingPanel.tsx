import { useMemo, useState } from 'react'
import { PHONE, useMediaQuery } from '#ui/dom/media-query.ts'
import { usePlayer } from '../engine/player-instance.ts'
import { upcomingCount } from '../order/upcoming.ts'
import { QueueFoot, type QueueFootProps } from '../queue/QueueFoot.tsx'
import { queueRows } from '../queue/queue-rows.ts'
import { QueueList } from '../queue/QueueList.tsx'
import { usePast } from '../queue/use-past.ts'
import { PanelNotice } from './PanelNotice.tsx'
import styles from './UpcomingPanel.module.css'

/** The tab "Als Nächstes": the groups of the queue; what was played is folded at first. */
export function UpcomingPanel({ onSave, onAdd }: QueueFootProps) {
  const current = usePlayer(({ track }) => track)
  const order = usePlayer((state) => state.order)
  const hasUpcoming = upcomingCount(order) > 0
  const isPhone = useMediaQuery(PHONE)
  const past = usePast(current?.id)
  const [isFolded, setIsFolded] = useState(true)
  const fold = useMemo(() => ({ isFolded, toggle: () => setIsFolded(!isFolded) }), [isFolded])
  const rows = useMemo(() => {
    const all = queueRows(order, current, past)
    return isFolded ? all.filter(({ kind }) => kind !== 'past') : all
  }, [order, current, past, isFolded])
  if (!hasUpcoming)
    return (
      <PanelNotice title="Danach ist Stille">
        Nach diesem Track kommt nichts mehr. Reihe etwas ein oder öffne ein Album.
      </PanelNotice>
    )
  return (
    <div className={styles.panel}>
      <QueueList {...{ rows, isPhone, fold }} selection={undefined} isTall />
      <QueueFoot onSave={onSave} onAdd={onAdd} />
    </div>
  )
}
