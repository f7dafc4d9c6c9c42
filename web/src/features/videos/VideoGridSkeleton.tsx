import { Skeleton } from '#ui/components/content/Skeleton.tsx'
import grid from './VideoGrid.module.css'
import styles from './VideoGridSkeleton.module.css'

/** The skeleton of the video grid. */
export function VideoGridSkeleton() {
  return (
    <div className={grid.grid}>
      <output className="sr">Videos werden geladen</output>
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} className={styles.card}>
          <Skeleton className={styles.poster} />
          <Skeleton height="0.875rem" width="70%" />
          <Skeleton height="0.6875rem" width="34%" />
        </div>
      ))}
    </div>
  )
}
