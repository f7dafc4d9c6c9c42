import { useIsFetching, useQueryClient, type Query } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useIsConnectionLost } from '#client/connection.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { Notice } from '#ui/components/content/Notice.tsx'
import { useRootMark } from '#ui/dom/root-mark.ts'
import styles from './WaitingNotice.module.css'

/** The notice is shown when a page has been loading for this many milliseconds. */
const SLOW = 2500

/** Filter for queries of the current page that have not received data yet. */
const isAwaited = { predicate: (query: Query) => query.state.status === 'pending' && query.isActive() }

/** A notice at the lower edge of a page that has been loading for long. It says why, and what still works. */
export function WaitingNotice() {
  const cache = useQueryClient()
  // Without a connection, the connection bar already says what is missing.
  const isLost = useIsConnectionLost()
  const isWaiting = useIsFetching(isAwaited) > 0 && !isLost
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setTimeout(() => setIsSlow(true), SLOW)
    return () => {
      clearTimeout(timer)
      setIsSlow(false)
    }
  }, [isWaiting])

  useRootMark('data-waiting-notice', isSlow)
  if (!isSlow) return null
  return (
    <div className={styles.place}>
      <Notice
        kind="warning"
        className={styles.notice}
        actions={
          <Button small onClick={() => void cache.resetQueries(isAwaited)}>
            Erneut versuchen
          </Button>
        }
      >
        Diese Seite wartet noch auf den Server. Die Musik und alle anderen Seiten kannst du weiter benutzen.
      </Notice>
    </div>
  )
}
