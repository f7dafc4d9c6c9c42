import type { Invitation } from '@tonarchiv/contract/invitations'
import type { User } from '@tonarchiv/contract/users'
import { createPortal } from 'react-dom'
import { QrCode } from '#ui/components/content/QrCode.tsx'
import { formatDate } from '#format.ts'
import { siteTitle } from '#site.ts'
import { Logo } from '#ui/components/images/Logo.tsx'
import { InvitationCard } from './InvitationCard.tsx'
import { keyLink } from '#features/access-keys/index.ts'
import styles from './PrintedInvitation.module.css'

interface PrintedInvitationProps {
  user: Pick<User, 'displayName' | 'avatarUrl'>
  invitation: Invitation
}

/**
 * The invitation as a card of paper with its key and QR code. Only a print shows it, and then nothing else of the page.
 */
export function PrintedInvitation({ user, invitation }: PrintedInvitationProps) {
  const { key, words, scope, stayDays, expiresAt } = invitation
  return createPortal(
    <div className={styles.sheet}>
      <InvitationCard {...{ user, words, scope, stayDays }}>
        <div className={styles.key}>
          <QrCode label={`QR-Code für ${key}`} text={keyLink(key)} className={styles.qr} />
          <div className={styles.text}>
            <p className={styles.brand}>
              <Logo />
              {siteTitle}
            </p>
            <p className={styles.value}>{key}</p>
            <p className={styles.hint}>
              {location.host}/k
              <br />
              Einlösen bis {formatDate(expiresAt)}
            </p>
          </div>
        </div>
      </InvitationCard>
    </div>,
    document.body,
  )
}
