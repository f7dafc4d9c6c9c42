import { useEffect, useState } from 'react'
import { recall, remember } from '#client/remembered.ts'
import { NoticeBox } from '#ui/NoticeBox.tsx'
import styles from './RedesignNotice.module.css'

/** Milliseconds. Spec §9. */
const SHOWN_FOR = 30_000

/** Says that the site is new and old accounts are gone; once per browser, and never in the prepared document. */
export function RedesignNotice() {
  const [shown, setShown] = useState(false)
  useEffect(() => setShown(recall('redesignSeen') === undefined), [])
  if (!shown) return null
  const close = () => {
    remember('redesignSeen', 'yes')
    setShown(false)
  }
  return (
    <NoticeBox className={styles.notice} closeAfter={SHOWN_FOR} onClose={close}>
      <strong>Diese Seite wurde neu gestaltet.</strong>
      <span className="muted">Bitte erstelle einen neuen Account.</span>
    </NoticeBox>
  )
}
