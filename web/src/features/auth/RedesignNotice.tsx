import { useEffect, useState } from 'react'
import { recall, remember } from '#client/remembered.ts'
import { Notice } from '#ui/Notice.tsx'
import styles from './AuthScreen.module.css'

/** Milliseconds. Spec §9. */
const SHOWN_FOR = 30_000

/** Says once per browser that the site is new and old accounts are gone; never part of the prepared document. */
export function RedesignNotice() {
  const [shown, setShown] = useState(false)
  useEffect(() => setShown(recall('redesignSeen') === undefined), [])
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
