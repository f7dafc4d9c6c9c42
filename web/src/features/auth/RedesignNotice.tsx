import { useState, useSyncExternalStore } from 'react'
import { getStored, setStored } from '#client/browser-storage.ts'
import { NoticeBox } from '#ui/components/content/NoticeBox.tsx'
import styles from './RedesignNotice.module.css'

/** Milliseconds. See docs/product.md §3.4. */
const SHOWN_FOR = 30_000

const neverChanges = () => () => undefined

/**
 * Informs that the site is new and old accounts no longer exist; once per browser, and never in the
 * pre-rendered document.
 */
export function RedesignNotice() {
  const wasSeen = useSyncExternalStore(
    neverChanges,
    () => getStored('redesignSeen') !== undefined,
    () => true,
  )
  const [closed, setClosed] = useState(false)
  if (wasSeen || closed) return null
  const close = () => {
    setStored('redesignSeen', 'yes')
    setClosed(true)
  }
  return (
    <NoticeBox className={styles.notice} closeAfter={SHOWN_FOR} onClose={close}>
      <strong>Diese Seite wurde neu gestaltet.</strong>
      <span className="muted">Bitte erstelle einen neuen Account.</span>
    </NoticeBox>
  )
}
