import { NoticeBox } from '#ui/components/NoticeBox.tsx'
import styles from '../RedesignNotice.module.css'
import type { SignedOutNotice } from './session.ts'

/** Why the login screen is shown to somebody who was logged in. */
export function SignedOutNoticeBox({ kind, text }: SignedOutNotice) {
  return (
    <NoticeBox kind={kind} className={styles.notice}>
      {text}
    </NoticeBox>
  )
}
