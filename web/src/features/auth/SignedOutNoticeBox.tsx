import { NoticeBox } from '#ui/components/NoticeBox.tsx'
import styles from './RedesignNotice.module.css'
import type { SignedOutNotice } from './session/session.ts'

/** Explains on the login screen why the session has ended. */
export function SignedOutNoticeBox({ kind, text }: SignedOutNotice) {
  return (
    <NoticeBox kind={kind} className={styles.notice}>
      {text}
    </NoticeBox>
  )
}
