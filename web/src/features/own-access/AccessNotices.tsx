import type { OwnAccess } from '@tonarchiv/contract/own-access'
import Hourglass from 'lucide-react/icons/hourglass'
import KeyRound from 'lucide-react/icons/key-round'
import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import { useState } from 'react'
import { NoticeBox } from '#ui/components/content/NoticeBox.tsx'
import styles from './AccessNotices.module.css'
import { endedText, endingText, withdrawnText } from './access-wording.ts'

/**
 * Notices about keys that end soon, have ended or were withdrawn. Albums that are closed to the member are counted and
 * never named.
 */
export function AccessNotices({ access: { keys, ended, withdrawn } }: { access: OwnAccess }) {
  const [now] = useState(Date.now)
  const ending = endingText(keys, now)
  const hasEnded = ended !== null && ended.albumCount > 0
  if (ending === undefined && !hasEnded && withdrawn === null) return null
  return (
    <div className={styles.notices}>
      {withdrawn !== null && (
        <NoticeBox kind="danger" icon={<KeyRound className="icon" aria-hidden />}>
          {withdrawnText(withdrawn)}
        </NoticeBox>
      )}
      {ending !== undefined && (
        <NoticeBox kind="warning" icon={<Hourglass className="icon" aria-hidden />}>
          <strong>{ending.lead}</strong> {ending.rest}
        </NoticeBox>
      )}
      {hasEnded && (
        <NoticeBox icon={<LockKeyhole className="icon" aria-hidden />}>
          {endedText(ended, now)} Deine Lieblingssongs daraus warten, falls du einen neuen Schlüssel bekommst.
        </NoticeBox>
      )}
    </div>
  )
}
