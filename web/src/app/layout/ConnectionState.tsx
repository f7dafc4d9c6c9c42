import WifiOff from 'lucide-react/icons/wifi-off'
import { useRef } from 'react'
import { socket, SOCKET_STATUS_TEXTS, useIsDisconnected, useSocketStatus } from '#realtime/socket-instance.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { useRestoredFocus } from '#ui/hooks/use-restored-focus.ts'
import styles from './ConnectionState.module.css'

/**
 * A button in the top bar of every page while there is no realtime connection; a press tries to connect immediately.
 */
export function ConnectionState() {
  const isLost = useIsDisconnected()
  const place = useRef<HTMLDivElement>(null)
  useRestoredFocus(place, () => document.getElementById('main'))
  const text = SOCKET_STATUS_TEXTS[useSocketStatus()]
  return (
    <div className={styles.place} ref={place}>
      {isLost && (
        <Button
          small
          className={styles.state}
          aria-label={`${text}, erneut verbinden`}
          title="Erneut verbinden"
          onClick={socket.retry}
        >
          <WifiOff className="icon icon-small" aria-hidden />
          <span className={styles.text}>{text}</span>
        </Button>
      )}
      {/* Always rendered, because screen readers announce only changes of a live region that already exists. */}
      <output className="sr">{isLost ? 'Die Verbindung ist unterbrochen' : ''}</output>
    </div>
  )
}
