import type { Invitation } from '@tonarchiv/contract/invitations'
import type { User } from '@tonarchiv/contract/users'
import Printer from 'lucide-react/icons/printer'
import QrCodeIcon from 'lucide-react/icons/qr-code'
import Share2 from 'lucide-react/icons/share-2'
import { useEffect, useId, useRef, useState } from 'react'
import { CopyButton } from '#ui/components/controls/CopyButton.tsx'
import { QrCode } from '#ui/components/content/QrCode.tsx'
import { formatNumber } from '#format.ts'
import { Surface } from '#ui/components/base/Surface.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { Dialog } from '#ui/components/overlays/Dialog.tsx'
import { showToast } from '#ui/dom/toast.ts'
import styles from './ShareInvitation.module.css'
import { keyLink, shortKeyLink } from '#features/access-keys/index.ts'
import { PrintedInvitation } from './PrintedInvitation.tsx'

interface ShareInvitationProps {
  user: Pick<User, 'displayName' | 'avatarUrl'>
  invitation: Invitation
  left: number
  quota: number
}

/** The ways to give an open invitation to the guest: its link, a QR code and a printed card. Takes the focus. */
export function ShareInvitation({ user, invitation, left, quota }: ShareInvitationProps) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const [isCodeOpen, setIsCodeOpen] = useState(false)
  useEffect(() => heading.current?.focus(), [])
  const link = keyLink(invitation.key)
  return (
    <Surface as="section" className={styles.card} aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        Deine Einladung ist fertig
      </h2>
      <p className={styles.link}>
        <code>{shortKeyLink(invitation.key)}</code>
        <CopyButton name="Link" text={link} />
      </p>
      <div className={styles.ways}>
        {'share' in navigator && (
          <Button
            kind="primary"
            onClick={() => void share(link, `${user.displayName} lädt dich ein`, invitation.words)}
          >
            <Share2 className="icon icon-small" aria-hidden />
            Teilen...
          </Button>
        )}
        <Button onClick={() => setIsCodeOpen(true)}>
          <QrCodeIcon className="icon icon-small" aria-hidden />
          QR-Code
        </Button>
        <Button onClick={() => print()}>
          <Printer className="icon icon-small" aria-hidden />
          Als Karte drucken
        </Button>
      </div>
      {left > 0 && (
        <Text as="p" size="sm" tone="muted">
          Noch {formatNumber(left)} von {formatNumber(quota)} Einladungen.
        </Text>
      )}
      <Dialog
        open={isCodeOpen}
        onClose={() => setIsCodeOpen(false)}
        title="QR-Code der Einladung"
        width="narrow"
      >
        <div className={styles.code}>
          <QrCode label={`QR-Code für ${invitation.key}`} text={link} />
          <Text as="p" tone="muted">
            Dein Gast liest ihn mit der Kamera ab.
          </Text>
        </div>
      </Dialog>
      <PrintedInvitation user={user} invitation={invitation} />
    </Surface>
  )
}

/** Opens the system's share dialog. */
async function share(url: string, title: string, text: string): Promise<void> {
  try {
    await navigator.share({ title, url, ...(text !== '' && { text }) })
  } catch (failure) {
    const isCancelled = failure instanceof DOMException && failure.name === 'AbortError'
    if (!isCancelled) showToast('Teilen nicht möglich', { kind: 'error' })
  }
}
