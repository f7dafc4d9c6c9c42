import RefreshCw from 'lucide-react/icons/refresh-cw'
import { Button } from '#ui/components/controls/Button.tsx'
import { useDeferredMount } from '#ui/hooks/use-deferred-mount.ts'
import { useNearEnd } from '#ui/hooks/use-near-end.ts'
import { AlbumRowSkeleton } from './AlbumSkeletons.tsx'
import styles from './LoadMore.module.css'

interface LoadMoreProps {
  /**
   * Whether albums are being loaded. Also true while loaded pages are read again, because a request for more would be
   * ignored then.
   */
  isLoading: boolean
  hasFailed: boolean
  onMore: () => void
}

/** The end of the list. It requests more albums when it comes near the visible part of the window. */
export function LoadMore({ isLoading, hasFailed, onMore }: LoadMoreProps) {
  const showsPlaceholders = useDeferredMount(true, false)
  const end = useNearEnd(!isLoading && !hasFailed, onMore)

  return (
    <div className={styles.end} ref={end}>
      {hasFailed ? (
        <p className={styles.failed} role="alert">
          Fehler beim Laden
          <Button small onClick={onMore}>
            <RefreshCw className="icon icon-small" aria-hidden />
            Erneut versuchen
          </Button>
        </p>
      ) : (
        showsPlaceholders && <AlbumRowSkeleton />
      )}
    </div>
  )
}
