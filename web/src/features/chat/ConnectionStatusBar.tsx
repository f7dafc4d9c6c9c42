import WifiOff from 'lucide-react/icons/wifi-off'
import { useEffect, useState } from 'react'
import { useIsConnectionLost } from '#client/connection.ts'
import type { SocketStatus } from '#realtime/socket-state.ts'
import {
  socket,
  SOCKET_STATUS_TEXTS,
  useIsDisconnected,
  useRetryAt,
  useSocketStatus,
} from '#realtime/socket-instance.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { Notice } from '#ui/components/content/Notice.tsx'
import { StatusDot } from '#ui/components/content/StatusDot.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import styles from './ConnectionStatusBar.module.css'

const TONES = {
  connected: 'good',
  connecting: 'busy',
  disconnected: undefined,
  error: 'bad',
  failed: 'bad',
} as const satisfies Record<SocketStatus, unknown>

/** The state of the connection, in the head of the chat. */
export function ConnectionStatus() {
  const status = useSocketStatus()
  return (
    <output className={styles.status}>
      <StatusDot tone={TONES[status]} />
      <span className={styles.text}>{SOCKET_STATUS_TEXTS[status]}</span>
    </output>
  )
}

/** Shown without a connection: the time of the next attempt, or a button that retries. */
export function ConnectionStatusBar() {
  const status = useSocketStatus()
  const isLost = useIsDisconnected()
  const isStuck = status === 'failed' || status === 'disconnected'
  const isInAppBar = useIsConnectionLost()
  if (!isLost) return null
  return (
    <Notice
      kind="warning"
      icon={<WifiOff className="icon" aria-hidden />}
      className={classNames(styles.connection, isInAppBar && styles.brief)}
      actions={
        isStuck && (
          <Button small onClick={socket.retry}>
            Erneut verbinden
          </Button>
        )
      }
    >
      <Waiting status={status} />
    </Notice>
  )
}

function Waiting({ status }: { status: SocketStatus }) {
  const retryAt = useRetryAt()
  const seconds = useSecondsUntil(retryAt)
  if (status === 'failed') {
    return (
      <>
        <span className={styles.lead}>Die Verbindung kommt nicht zustande.</span>{' '}
        {seconds !== undefined && <span aria-hidden>Neuer Versuch in {seconds} s.</span>}
      </>
    )
  }
  if (seconds === undefined) {
    return status === 'disconnected' ? 'Keine Verbindung.' : 'Verbindung unterbrochen. Neuer Versuch läuft.'
  }
  return (
    <>
      <span className={styles.lead}>Verbindung unterbrochen.</span>{' '}
      <span aria-hidden>Neuer Versuch in {seconds} s.</span>
    </>
  )
}

function useSecondsUntil(moment: number | undefined): number | undefined {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (moment === undefined) return undefined
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [moment])
  return moment === undefined ? undefined : Math.max(0, Math.ceil((moment - now) / 1000))
}
