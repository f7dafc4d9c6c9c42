import { useIsFetching, useQueryClient, type Query } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Button } from '#ui/components/controls/Button.tsx'
import { Notice } from '#ui/components/content/Notice.tsx'
import { useRootMark } from '#ui/dom/root-mark.ts'
import styles from './WaitingNotice.module.css'

/** Milliseconds of loading after which the notice is shown. */
const SLOW = 2500

/** Queries of the page that have never had data. */
const isAwaited = { predicate: (query: Query) => query.state.status === 'pending' && query.isActive() }

function subscribeToConnection(changed: () => void): () => void {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

function useIsOffline(): boolean {
  return useSyncExternalStore(subscribeToConnection, () => !navigator.onLine)
}

/**
 * Shown at the end of a page that has been loading for long, or has no connection: the reason, and what still
 * works.
 */
export function WaitingNotice() {
  const cache = useQueryClient()
  const isOffline = useIsOffline()
  const isWaiting = useIsFetching(isAwaited) > 0
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setTimeout(() => setIsSlow(true), SLOW)
    return () => {
      clearTimeout(timer)
      setIsSlow(false)
    }
  }, [isWaiting])

  const isShown = isOffline || isSlow
  useRootMark('data-waiting-notice', isShown)
  if (!isShown) return null
  return (
    <div className={styles.place}>
      <Notice
        kind="warning"
        className={styles.notice}
        actions={
          !isOffline && (
            <Button small onClick={() => void cache.resetQueries(isAwaited)}>
              Erneut versuchen
            </Button>
          )
        }
      >
        {isOffline
          ? 'Du bist offline. Was schon geladen ist, kannst du weiter hören und ansehen; der Rest kommt mit der Verbindung.'
          : 'Diese Seite wartet noch auf den Server. Die Musik und alle anderen Seiten kannst du weiter benutzen.'}
      </Notice>
    </div>
  )
}
