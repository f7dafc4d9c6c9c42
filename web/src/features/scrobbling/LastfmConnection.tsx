import type { ScrobbleConnection } from '@tonarchiv/contract/scrobbling'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Plug from 'lucide-react/icons/plug'
import { Button } from '#ui/components/controls/Button.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { useConnectLastfm } from './api.ts'
import { Connection } from './Connection.tsx'
import styles from './Connection.module.css'

/** The card of Last.fm, which is authorised in a popup. */
export function LastfmConnection({ connection }: { connection: ScrobbleConnection }) {
  const connect = useConnectLastfm()
  const hasAccount = connection.username !== null
  const word = hasAccount ? 'Neu verbinden' : 'Verbinden'
  return (
    <>
      {hasAccount ? (
        <Connection connection={connection} />
      ) : (
        <Text as="p" tone="muted">
          Verbinde deinen Account bei Last.fm. Gehörtes wird dann dorthin gemeldet.
        </Text>
      )}
      {!connection.isAvailable && (
        <Text as="p" tone="muted">
          Last.fm ist hier nicht eingerichtet: Der Betreiber hat keine Zugangsdaten hinterlegt.
        </Text>
      )}
      {connection.isAvailable && !connection.isConnected && (
        <div className={styles.foot}>
          <Button kind="primary" busy={connect.isPending} onClick={() => connect.mutate()}>
            {!connect.isPending && <Plug className="icon icon-small" aria-hidden />}
            {connect.isPending ? 'Verbinde...' : word}
          </Button>
          <Text as="output" size="sm" tone="danger" className={styles.problem}>
            {connect.isError && (
              <>
                <CircleAlert className="icon" aria-hidden />
                {connect.error.message}
              </>
            )}
          </Text>
        </div>
      )}
    </>
  )
}
