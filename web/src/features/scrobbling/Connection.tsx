import { SERVICE_NAMES, type ScrobbleConnection } from '@tonarchiv/contract/scrobbling'
import Radio from 'lucide-react/icons/radio'
import { Button } from '#ui/components/controls/Button.tsx'
import { Detail, DetailList } from '#ui/components/content/DetailList.tsx'
import { Notice } from '#ui/components/content/Notice.tsx'
import { StatusDot } from '#ui/components/content/StatusDot.tsx'
import { Switch } from '#ui/components/controls/Switch.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { useDisconnect, usePause } from './api.ts'
import styles from './Connection.module.css'

const number = new Intl.NumberFormat('de-DE')

function stateOf({ isLost, isPaused }: ScrobbleConnection) {
  if (isLost) return { text: 'Getrennt', tone: 'bad' } as const
  return isPaused ? { text: 'Pausiert' } : ({ text: 'Verbunden', tone: 'good' } as const)
}

/**
 * The card of a connected service: the account's name there, the number of scrobbles, and buttons to pause and to
 * disconnect.
 */
export function Connection({ connection }: { connection: ScrobbleConnection }) {
  const { service, username, isLost, isPaused, scrobbleCount, waitingCount } = connection
  const disconnect = useDisconnect(service)
  const pause = usePause(service)
  const { text, tone } = stateOf(connection)
  const name = SERVICE_NAMES[service]
  return (
    <div className={styles.parts}>
      <div className={styles.account}>
        <span className={styles.icon}>
          <Radio className="icon icon-large" aria-hidden />
        </span>
        <div className={styles.who}>
          <Text as="p" weight="semibold" truncate title={username ?? undefined}>
            {username}
          </Text>
          <Text as="p" size="sm" tone="muted" className={styles.state}>
            <StatusDot tone={tone} />
            {text}
          </Text>
        </div>
        <Button
          busy={disconnect.isPending}
          aria-label={`${name} trennen`}
          onClick={() => disconnect.mutate()}
        >
          Trennen
        </Button>
      </div>
      {isLost && (
        <Notice kind="warning">
          {name} nimmt deine Wiedergaben nicht mehr an. Verbinde deinen Account neu; was du bis dahin hörst,
          wird bis zu 14 Tage aufgehoben und dann gemeldet.
        </Notice>
      )}
      <DetailList>
        <Detail name="Übertragene Wiedergaben">{number.format(scrobbleCount)}</Detail>
        {waitingCount > 0 && <Detail name="Warten auf die Übertragung">{number.format(waitingCount)}</Detail>}
      </DetailList>
      {!isLost && (
        <div>
          <Switch
            checked={pause.isPending ? pause.variables : isPaused}
            disabled={pause.isPending}
            onChange={(checked) => pause.mutate(checked)}
          >
            {name} pausieren
          </Switch>
          <Text as="p" size="sm" tone="faint">
            Was du währenddessen hörst, wird auch später nicht gemeldet.
          </Text>
        </div>
      )}
    </div>
  )
}
