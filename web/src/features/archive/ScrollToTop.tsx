import ArrowUp from 'lucide-react/icons/arrow-up'
import { useSyncExternalStore } from 'react'
import { IconButton } from '#ui/IconButton.tsx'
import styles from './ScrollToTop.module.css'

/** px. Spec §9. */
const SHOWS_AFTER = 400

function onScroll(changed: () => void) {
  window.addEventListener('scroll', changed, { passive: true })
  return () => window.removeEventListener('scroll', changed)
}

/** The way back up, once there is a way. */
export function ScrollToTop() {
  const isFar = useSyncExternalStore(onScroll, () => window.scrollY > SHOWS_AFTER)
  if (!isFar) return null
  return (
    <IconButton
      label="Nach oben"
      className={styles.button}
      onClick={() => {
        const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
        window.scrollTo({ top: 0, behavior: isCalm ? 'instant' : 'smooth' })
      }}
    >
      <ArrowUp className="icon" aria-hidden />
    </IconButton>
  )
}
