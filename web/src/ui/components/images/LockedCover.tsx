import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import styles from './LockedCover.module.css'

/** A closed sleeve of paper, in place of the cover of something that the member may not play. */
export function LockedCover() {
  return (
    <span className={styles.sleeve} aria-hidden>
      <LockKeyhole className="icon icon-small" />
    </span>
  )
}
