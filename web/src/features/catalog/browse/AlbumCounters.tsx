import type { AlbumPage } from '@tonarchiv/contract/catalog'
import { memo } from 'react'
import { formatNumber } from '#format.ts'
import { Skeleton } from '#ui/components/content/Skeleton.tsx'
import styles from './AlbumCounters.module.css'
import { COUNTER_LABELS } from '../albums/wording.ts'

interface AlbumCountersProps {
  /** Undefined while the archive is loading. */
  counts: AlbumPage['counts'] | undefined
}

/** How many albums of each type the archive holds. */
export const AlbumCounters = memo(function AlbumCounters({ counts }: AlbumCountersProps) {
  if (!counts) return <Skeleton className={styles.skeleton} />
  return (
    <p className={styles.counters}>
      {COUNTER_LABELS.map(([type, one, many]) => (
        <span key={type}>
          <b>{formatNumber(counts[type])}</b> {counts[type] === 1 ? one : many}
        </span>
      ))}
    </p>
  )
})
