import Download from 'lucide-react/icons/download'
import EyeOff from 'lucide-react/icons/eye-off'
import Printer from 'lucide-react/icons/printer'
import { useState } from 'react'
import { LabelledCopyButton } from '#ui/components/controls/CopyButton.tsx'
import { formatDate } from '#format.ts'
import { siteTitle } from '#site.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { Notice } from '#ui/components/content/Notice.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { Checkbox } from '#ui/components/controls/Checkbox.tsx'
import { Logo } from '#ui/components/images/Logo.tsx'
import { Dialog } from '#ui/components/overlays/Dialog.tsx'
import { saveFile } from '#ui/dom/save-file.ts'
import styles from './RecoveryCodesDialog.module.css'

interface RecoveryCodesDialogProps {
  codes: readonly string[]
  username: string
  /** Called when the dialog has closed. The caller must then drop the codes. */
  onDone: () => void
}

/** Shows new recovery codes, which are shown only once. Only „Fertig“ closes the dialog; a checkbox enables it. */
export function RecoveryCodesDialog({ codes, username, onDone }: RecoveryCodesDialogProps) {
  const [isOpen, setIsOpen] = useState(true)
  const [isKept, setIsKept] = useState(false)
  const [madeAt] = useState(() => new Date())
  const owner = `${username}, ${formatDate(madeAt)}`
  const text = `${siteTitle}: Wiederherstellungscodes\n${owner}\n\n${codes.join('\n')}\n`
  return (
    <Dialog
      open={isOpen}
      onClose={() => undefined}
      onLeft={onDone}
      isPersistent
      title="Deine Wiederherstellungscodes"
      footer={
        <Button kind="primary" block disabled={!isKept} onClick={() => setIsOpen(false)}>
          Fertig
        </Button>
      }
    >
      <div className={styles.body}>
        <Text as="p" tone="muted">
          Wenn Telefon und Passkeys weg sind, kommst du hiermit hinein. Jeder Code gilt ein einziges Mal.
        </Text>
        <section className={styles.card} aria-label="Wiederherstellungscodes">
          <header>
            <span className={styles.brand}>
              <Logo />
              {siteTitle}
            </span>
            <span>{owner}</span>
          </header>
          <ol>
            {codes.map((code, index) => (
              <li key={code}>
                <span aria-hidden>{index + 1}</span>
                <code>{code}</code>
              </li>
            ))}
          </ol>
        </section>
        <div className={styles.actions}>
          <LabelledCopyButton name="Codes" text={codes.join('\n')}>
            Kopieren
          </LabelledCopyButton>
          <Button onClick={() => saveFile('archive-codes.txt', new Blob([text], { type: 'text/plain' }))}>
            <Download className="icon icon-small" aria-hidden />
            Als Datei
          </Button>
          <Button onClick={() => print()}>
            <Printer className="icon icon-small" aria-hidden />
            Drucken
          </Button>
        </div>
        <Notice kind="warning" icon={<EyeOff className="icon" aria-hidden />}>
          Nur jetzt zu sehen. Alte Codes gelten ab sofort nicht mehr.
        </Notice>
        <Checkbox checked={isKept} onChange={({ currentTarget }) => setIsKept(currentTarget.checked)}>
          Ich habe die Codes sicher abgelegt
        </Checkbox>
      </div>
    </Dialog>
  )
}
