import { SERVICE_NAMES, type ScrobbleConnection } from '@tonarchiv/contract/scrobbling'
import Radio from 'lucide-react/icons/radio'
import { Button } from '#ui/components/Button.tsx'
import { Notice } from '#ui/components/Notice.tsx'
import { Switch } from '#ui/components/Switch.tsx'
import { useDisconnect, usePause } from './api.ts'
import styles from './Connection.module.css'

const number = new Intl.NumberFormat('de-DE')

function stateOf({ isLost, isPaused }: ScrobbleConnection): { text: string; dot: string | undefined } {
  if (isLost) return { text: 'Getrennt', dot: styles.bad }
  return isPaused ? { text: 'Pausiert', dot: undefined } : { text: 'Verbunden', dot: styles.on }
}

function InfoRow({ name, value }: { name: string; value: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{number.format(value)}</dd>
    </div>
  )
}

/** A connected account: its name, the number of scrobbles, and buttons to pause and disconnect. */
export function Connection({ connection }: { connection: ScrobbleConnection }) {
  const { service, username, isLost, isPaused, scrobbleCount, waitingCount } = connection
  const disconnect = useDisconnect(service)
  const pause = usePause(service)
  const { text, dot } = stateOf(connection)
  const name = SERVICE_NAMES[service]
  return (
    <div className={styles.parts}>
      <div className={styles.account}>
        <span className={styles.icon}>
          <Radio className="icon icon-large" aria-hidden />
        </span>
        <div className={styles.who}>
          <p className={`${styles.name} truncate`} title={username ?? undefined}>
            {username}
          </p>
          <p className={styles.state}>
            <span className={`${styles.dot} ${dot ?? ''}`} aria-hidden />
            {text}
          </p>
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
      <dl className={styles.detailList}>
        <InfoRow name="Übertragene Wiedergaben" value={scrobbleCount} />
        {waitingCount > 0 && <InfoRow name="Warten auf die Übertragung" value={waitingCount} />}
      </dl>
      {!isLost && (
        <div>
          <Switch
            checked={pause.isPending ? pause.variables : isPaused}
            disabled={pause.isPending}
            onChange={(checked) => pause.mutate(checked)}
          >
            {name} pausieren
          </Switch>
          <p className={styles.hint}>Was du währenddessen hörst, wird auch später nicht gemeldet.</p>
        </div>
      )}
    </div>
  )
}
