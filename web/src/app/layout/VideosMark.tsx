import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import { useOwnAccess } from '#features/own-access/index.ts'
import styles from './Shell.module.css'

/** A lock icon, shown when the member has access keys, but none that gives access to the videos. */
export function VideosMark() {
  const access = useOwnAccess()
  if (access === undefined || access.keys.length === 0 || access.scope.hasVideos) return null
  return (
    <span className={styles.lock}>
      <LockKeyhole className="icon icon-small" aria-hidden />
      <span className="sr">nicht in deinem Schlüssel</span>
    </span>
  )
}
