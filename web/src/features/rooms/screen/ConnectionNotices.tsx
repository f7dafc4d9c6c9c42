import { useState } from 'react'
import { formatTime } from '#format.ts'
import { Notice } from '#ui/components/content/Notice.tsx'
import { NoticeBox } from '#ui/components/content/NoticeBox.tsx'
import { Spinner } from '#ui/components/controls/Spinner.tsx'
import type { InRoom } from '../state/room-tab.ts'
import styles from './ConnectionNotices.module.css'

/** Milliseconds for which the notice that the connection is back is shown. */
const SHOWN_FOR = 4000

/** Says that the connection is lost while the music goes on, and when it is back. */
export function ConnectionNotices({ tab }: { tab: InRoom }) {
  const { isConnected } = tab
  const [wasConnected, setWasConnected] = useState(isConnected)
  const [backAt, setBackAt] = useState<number>()
  if (wasConnected !== isConnected) {
    setWasConnected(isConnected)
    setBackAt(isConnected ? tab.positionMs() : undefined)
  }
  if (!isConnected)
    return (
      <div className={styles.notices}>
        <NoticeBox kind="warning" icon={<Spinner />}>
          Verbinde... Die Musik läuft weiter.
        </NoticeBox>
      </div>
    )
  if (backAt === undefined) return null
  return (
    <div className={styles.notices}>
      <Notice kind="success" closeAfter={SHOWN_FOR} onClose={() => setBackAt(undefined)}>
        {`Wieder da, bei ${formatTime(backAt / 1000)}.`}
      </Notice>
    </div>
  )
}
