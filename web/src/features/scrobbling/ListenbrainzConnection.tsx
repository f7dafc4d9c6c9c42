import type { ScrobbleConnection } from '@tonarchiv/contract/scrobbling'
import Plug from 'lucide-react/icons/plug'
import { Problem, useForm } from '#features/auth/index.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { TextField } from '#ui/components/fields/Field.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { useTokenRules } from './api.ts'
import { Connection } from './Connection.tsx'
import styles from './Connection.module.css'

function TokenForm() {
  const { rules, onConnected } = useTokenRules()
  const { form, field, problem, isWaiting, busy } = useForm({
    loadRules: async () => rules,
    onOutcome: ({ kind }) => {
      if (kind === 'done') onConnected()
    },
  })
  return (
    <form {...form}>
      <div className={styles.parts}>
        <TextField
          {...field('token')}
          label="Token"
          type="text"
          hint="Er steht auf der Website von ListenBrainz in deinen Einstellungen unter „User Token“."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Problem problem={problem} />
      </div>
      <div className={styles.foot}>
        <Button type="submit" busy={busy} disabled={isWaiting}>
          {!busy && <Plug className="icon icon-small" aria-hidden />}
          {busy ? 'Verbinde...' : 'ListenBrainz verbinden'}
        </Button>
      </div>
    </form>
  )
}

/** The card of ListenBrainz, which is authorised with the user token from the settings page there. */
export function ListenbrainzConnection({ connection }: { connection: ScrobbleConnection }) {
  if (!connection.isAvailable && connection.username === null)
    return (
      <Text as="p" tone="muted">
        ListenBrainz ist hier nicht eingerichtet.
      </Text>
    )
  return (
    <div className={styles.parts}>
      {connection.username !== null && <Connection connection={connection} />}
      {connection.isAvailable && !connection.isConnected && <TokenForm />}
    </div>
  )
}
