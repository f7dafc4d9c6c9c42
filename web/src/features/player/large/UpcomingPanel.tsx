import { useMemo, useState } from 'react'
import { SelectButton } from '#features/tracks/index.ts'
import { PHONE, useMediaQuery } from '#ui/dom/media-query.ts'
import { QueueContent, useQueue, type QueueActions } from '../queue/QueueContent.tsx'
import { PanelNotice } from './PanelNotice.tsx'
import styles from './UpcomingPanel.module.css'

/**
 * The content of the tab "Als Nächstes": the queue with its groups. Of the tracks that have been played, only the last
 * one is shown at first.
 */
export function UpcomingPanel({ onSave, onAdd, renderSelected }: QueueActions) {
  const isPhone = useMediaQuery(PHONE)
  const [isFolded, setIsFolded] = useState(true)
  const queue = useQueue({ renderSelected, isPastFolded: isFolded })
  const others = queue.pastCount - 1
  const fold = useMemo(() => ({ isFolded, others, toggle: () => setIsFolded(!isFolded) }), [isFolded, others])
  if (!queue.hasUpcoming)
    return (
      <PanelNotice title="Danach ist Stille">
        Nach diesem Track kommt nichts mehr. Reihe etwas ein oder öffne ein Album.
      </PanelNotice>
    )
  return (
    <div className={styles.panel}>
      <QueueContent
        {...{ queue, isPhone, fold, onSave, onAdd }}
        isTall
        select={queue.button && <SelectButton {...queue.button} />}
      />
    </div>
  )
}
