import WifiOff from 'lucide-react/icons/wifi-off'
import { useStore } from 'zustand'
import { connection } from '#client/connection.ts'
import { daysText, lockText, useOffline } from '#features/offline-copies/index.ts'
import { useUnsentPlays } from '#features/plays/index.ts'
import styles from './ConnectionBar.module.css'

const TITLES = { network: 'Du bist offline.', server: 'Das Archiv ist nicht erreichbar.' } as const

/**
 * The bar below the top bar while there is no connection. It says which music can be played. See docs/product.md §22.4.
 */
export function ConnectionBar() {
  const lost = useStore(connection, (state) => state.lost)
  const { lockedSince, daysLeft, collections } = useOffline(({ view }) => view)
  const unsent = useUnsentPlays()
  const here =
    lockedSince !== undefined
      ? lockText(lockedSince)
      : collections.length > 0
        ? 'Zu hören ist, was auf diesem Gerät liegt.'
        : 'Auf diesem Gerät liegen keine Kopien.'
  return (
    // Always rendered, because screen readers announce only changes of a live region that already exists.
    <output className={styles.place}>
      {lost && (
        <span className={styles.bar}>
          <WifiOff className="icon" aria-hidden />
          <span>
            <strong>{TITLES[lost]}</strong> {here}
            {daysLeft !== undefined && ` ${daysText(daysLeft)}`}
            {unsent > 0 && (
              <span className={styles.more}>
                {' '}
                {unsent === 1 ? '1 Wiedergabe wird' : `${unsent} Wiedergaben werden`} später nachgetragen.
              </span>
            )}
          </span>
        </span>
      )}
    </output>
  )
}
