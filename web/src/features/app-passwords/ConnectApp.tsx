import { useEffect, useState } from 'react'
import { AuthFrame, goTo } from '#features/auth/index.ts'
import { usePageTitle } from '#page-title.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { Toaster } from '#ui/components/overlays/Toaster.tsx'
import { clearToast } from '#ui/dom/toast.ts'
import styles from './ConnectApp.module.css'
import { type Connection, connectionIn, connectionText } from './connection.ts'
import { ConnectionSlip } from './ConnectionSlip.tsx'
import { LabelledCopyButton } from '#ui/components/controls/CopyButton.tsx'

/**
 * Reads the connection from the URL, and removes it there, so that the password does not stay in the browser's history.
 */
function useConnection(): Connection | undefined {
  const [connection, setConnection] = useState(() => connectionIn(location))
  useEffect(() => {
    const read = () => {
      if (location.hash === '') return
      setConnection(connectionIn(location))
      history.replaceState(history.state, '', location.pathname)
    }
    read()
    // In the same tab, a link from another QR code was opened.
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])
  return connection
}

/**
 * The page `/connect-app#user=…&password=…`, which the QR code of an app password opens. It also works without a login.
 */
export function ConnectApp() {
  usePageTitle('App verbinden')
  const connection = useConnection()
  useEffect(() => clearToast, [])
  return (
    <>
      <AuthFrame>
        <h1>{connection === undefined ? 'Hier ist kein App-Passwort' : 'App verbinden'}</h1>
        <Text as="p" tone="muted" className={styles.lead}>
          {connection === undefined
            ? 'Lies den QR-Code noch einmal ab. Ist er nicht mehr zu sehen, erstelle in den Einstellungen unter „Apps“ ein neues App-Passwort.'
            : 'Trage das in der App ein. Sobald du diese Seite verlässt, ist das Passwort hier nicht mehr zu sehen.'}
        </Text>
        {connection !== undefined && (
          <div className={styles.slip}>
            <ConnectionSlip connection={connection} />
            <LabelledCopyButton name="Alles" text={connectionText(connection)}>
              Alles kopieren
            </LabelledCopyButton>
          </div>
        )}
        <Button kind="ghost" block onClick={() => goTo('/', { replace: true })}>
          Zum Archiv
        </Button>
      </AuthFrame>
      <Toaster />
    </>
  )
}
