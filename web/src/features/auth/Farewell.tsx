import { NoticeBox } from '#ui/NoticeBox.tsx'
import styles from './RedesignNotice.module.css'

/** The last word to an account that is gone, on the screen where it is asked to log in. */
export function Farewell({ text }: { text: string }) {
  return (
    <NoticeBox kind="success" className={styles.notice}>
      {text}
    </NoticeBox>
  )
}
