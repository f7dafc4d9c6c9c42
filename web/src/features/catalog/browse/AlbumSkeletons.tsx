import { ALBUM_PAGE_SIZE } from '@tonarchiv/contract/catalog'
import { startTransition, useEffect, useState } from 'react'
import { Skeleton } from '#ui/components/Skeleton.tsx'
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

/** The place of one album that is not there yet. */
export function AlbumPlaceholder() {
  return <AlbumSkeletons count={1} />
}

/** Milliseconds in which nothing shows: what is quick needs no skeleton, and not the work of laying one out. */
const QUICK = 150

/** The places of the first albums, in the grid's own geometry. */
export function AlbumGridSkeleton() {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setIsSlow(true)), QUICK)
    return () => clearTimeout(timer)
  }, [])
  if (!isSlow) return null
  return (
    <div className={styles.grid}>
      <AlbumSkeletons count={ALBUM_PAGE_SIZE} />
    </div>
  )
}

/** One row of places, as still as what is far below should be; what does not fit is cut off. */
export function AlbumRowSkeleton() {
  return (
    <div className={`${styles.grid} ${styles.row}`}>
      <AlbumSkeletons count={6} />
    </div>
  )
}
