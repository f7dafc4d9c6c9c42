import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useId } from 'react'
import { Text } from '#ui/components/base/Text.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { Dialog } from '#ui/components/overlays/Dialog.tsx'
import styles from './AppPasswordSlip.module.css'
import { type Connection, connectionLink, connectionText } from './connection.ts'
import { ConnectionSlip } from './ConnectionSlip.tsx'
import { LabelledCopyButton } from '#ui/components/controls/CopyButton.tsx'
import { QrCode } from '#ui/components/content/QrCode.tsx'

interface AppPasswordSlipProps {
  open: boolean
  onClose: () => void
  /** Called after the closing animation. The caller must then drop the password. */
  onLeft: () => void
  name: string
  connection: Connection
}

/** The dialog that shows a new app password, which is shown only once. Only the button „Fertig“ closes it. */
export function AppPasswordSlip({ open, onClose, onLeft, name, connection }: AppPasswordSlipProps) {
  const noteId = useId()
  return (
    <Dialog
      {...{ open, onClose, onLeft }}
      title={`„${name}“ ist bereit`}
      width="large"
      isPersistent
      aria-describedby={noteId}
      footer={
        <>
          <LabelledCopyButton name="Alles" text={connectionText(connection)}>
            Alles kopieren
          </LabelledCopyButton>
          <Button kind="primary" onClick={onClose}>
            Fertig
          </Button>
        </>
      }
    >
      <ConnectionSlip connection={connection} isPasswordFocused>
        <QrCode
          label="QR-Code mit Serveradresse, Benutzername und App-Passwort"
          text={connectionLink(connection)}
        />
      </ConnectionSlip>
      <div className={styles.note}>
        <TriangleAlert className="icon" aria-hidden />
        <Text as="p" size="md" tone="muted" id={noteId}>
          Dieses Passwort siehst du nur jetzt. Trage es in der App ein oder lies den QR-Code ab; wenn es
          verloren geht, erstelle einfach ein neues.
        </Text>
      </div>
    </Dialog>
  )
}
