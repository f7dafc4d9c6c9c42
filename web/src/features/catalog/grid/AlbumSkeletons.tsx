import { ALBUM_PAGE_SIZE } from '@tonarchiv/contract/catalog'
import { startTransition, useEffect, useState } from 'react'
import { Skeleton } from '#ui/components/content/Skeleton.tsx'
import styles from './AlbumSkeletons.module.css'

function AlbumSkeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_, place) => (
    <div key={place} aria-hidden>
      <Skeleton className={styles.cover} />
      <Skeleton className={styles.title} />
      <Skeleton className={styles.meta} />
    </div>
  ))
}

/** The skeleton of an album that is not loaded yet. */
export function AlbumPlaceholder() {
  return <AlbumSkeletons count={1} />
}

/** Milliseconds until skeletons appear. If the albums arrive earlier, no skeletons need a layout. */
const QUICK = 150

/** Skeletons for the first albums, with the geometry of the grid. */
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

/** One row of skeletons without animation; those that do not fit are clipped. */
export function AlbumRowSkeleton() {
  return (
    <div className={`${styles.grid} ${styles.row}`}>
      <AlbumSkeletons count={6} />
    </div>
  )
}
