import { ALBUM_PAGE_SIZE } from '@tonarchiv/contract/archive'
import { Skeleton } from '#ui/Skeleton.tsx'
import styles from './AlbumSkeletons.module.css'

function AlbumSkeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_, place) => (
    <div key={place} className={styles.card} aria-hidden>
      <Skeleton className={styles.cover} />
      <Skeleton className={styles.title} />
      <Skeleton className={styles.meta} />
    </div>
  ))
}

/** The places of the first albums, in the grid's own geometry. */
export function AlbumGridSkeleton() {
  return (
    <div className={styles.grid}>
      <AlbumSkeletons count={ALBUM_PAGE_SIZE} />
    </div>
  )
}

/** One row of places; what does not fit is cut off. */
export function AlbumRowSkeleton() {
  return (
    <div className={`${styles.grid} ${styles.row}`}>
      <AlbumSkeletons count={6} />
    </div>
  )
}
