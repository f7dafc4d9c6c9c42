import { useState } from 'react'
import { remember } from '#client/remembered.ts'
import { Notice } from '#ui/Notice.tsx'
import styles from './RedesignNotice.module.css'

/** Milliseconds. Spec §9. */
const SHOWN_FOR = 30_000

/** Says that the site is new and old accounts are gone; once per browser. */
export function RedesignNotice() {
  const [shown, setShown] = useState(true)
  if (!shown) return null
  const close = () => {
    remember('redesignSeen', 'yes')
    setShown(false)
  }
  return (
    <Notice className={styles.notice} closeAfter={SHOWN_FOR} onClose={close}>
      <strong>Diese Seite wurde neu gestaltet.</strong>
      <span className="muted">Bitte erstelle einen neuen Account.</span>
    </Notice>
  )
}
