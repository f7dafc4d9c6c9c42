import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import styles from './LockedCover.module.css'

/** A drawing of a closed paper sleeve, shown instead of the cover of a track or video that the member may not play. */
export function LockedCover() {
  return (
    <span className={styles.sleeve} aria-hidden>
      <LockKeyhole className="icon icon-small" />
    </span>
  )
}
