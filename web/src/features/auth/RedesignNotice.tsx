import { useState } from 'react'
import { getStored, setStored } from '#client/browser-storage.ts'
import { NoticeBox } from '#ui/components/content/NoticeBox.tsx'
import { useAfterHydration } from '#ui/hooks/use-after-hydration.ts'
import styles from './RedesignNotice.module.css'

/** Milliseconds for which the notice is shown. See docs/product.md §3.4. */
const SHOWN_FOR = 30_000

/**
 * Informs visitors that the site is new and that old accounts no longer exist. Shown once per browser. The pre-rendered
 * document does not contain it.
 */
export function RedesignNotice() {
  const wasSeen = useAfterHydration(() => getStored('redesignSeen') !== undefined, true)
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
