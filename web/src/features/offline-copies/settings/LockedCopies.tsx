import { LockedBand } from '#ui/components/content/LockedBand.tsx'
import { Skeleton } from '#ui/components/content/Skeleton.tsx'
import { lockText } from './lock-texts.ts'
import styles from './OfflineSettings.module.css'

/**
 * Shown instead of the list of collections while the copies are locked. The titles of the collections are not rendered.
 */
export function LockedCopies({ since }: { since: number }) {
  return (
    <LockedBand small text={lockText(since)}>
      <div className={styles.locked}>
        <Skeleton width="60%" height="2.75rem" />
        <Skeleton width="45%" height="2.75rem" />
        <Skeleton width="52%" height="2.75rem" />
      </div>
    </LockedBand>
  )
}
