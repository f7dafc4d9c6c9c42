import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useEffect, useRef } from 'react'
import { Button } from '#ui/Button.tsx'
import { useAfterwards } from '#ui/use-afterwards.ts'
import { AlbumRowSkeleton } from './AlbumSkeletons.tsx'
import styles from './LoadMore.module.css'

/** How far before the end of the list the next albums are asked for. */
const AHEAD = '1200px'

interface LoadMoreProps {
  isLoading: boolean
  hasFailed: boolean
  onMore: () => void
}

/** The end of the list: asks for more albums as it comes near the window. */
export function LoadMore({ isLoading, hasFailed, onMore }: LoadMoreProps) {
  const showsPlaces = useAfterwards(true, false)
  const sentinel = useRef<HTMLDivElement>(null)

  useEffect(() => {
    // A page may be shorter than the distance: when it is there, the end is looked at again.
    const element = sentinel.current
    if (!element || isLoading || hasFailed) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onMore()
      },
      { rootMargin: `0px 0px ${AHEAD}` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [isLoading, hasFailed, onMore])

  return (
    <div className={styles.end} ref={sentinel}>
      {hasFailed ? (
        <p className={styles.failed} role="alert">
          Fehler beim Laden
          <Button small onClick={onMore}>
            <RefreshCw className="icon icon-small" aria-hidden />
            Erneut versuchen
          </Button>
        </p>
      ) : (
        showsPlaces && <AlbumRowSkeleton />
      )}
    </div>
  )
}
