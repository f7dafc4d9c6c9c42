import type { Invitation } from '@tonarchiv/contract/invitations'
import { shownName } from '@tonarchiv/contract/presence'
import { scopeText } from '@tonarchiv/contract/scope-text'
import Ban from 'lucide-react/icons/ban'
import Copy from 'lucide-react/icons/copy'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Link from 'lucide-react/icons/link'
import QrCode from 'lucide-react/icons/qr-code'
import { useRef, useState } from 'react'
import { imageUrl } from '#client/media.ts'
import { copyToClipboard } from '#ui/dom/copy-to-clipboard.ts'
import { ScopeGlyph } from '#features/access-scope/index.ts'
import { formatDate } from '#format.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { DataCell, DataRow, DataTable } from '#ui/components/content/DataTable.tsx'
import { Tag } from '#ui/components/content/Tag.tsx'
import { Avatar } from '#ui/components/images/Avatar.tsx'
import { ConfirmDialogAbout } from '#ui/components/overlays/ConfirmDialog.tsx'
import { MenuButton } from '#ui/components/overlays/MenuButton.tsx'
import { MenuItem, MenuSeparator } from '#ui/components/overlays/MenuItem.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { useRestoredFocus } from '#ui/hooks/use-restored-focus.ts'
import { keyLink } from '#features/access-keys/index.ts'
import { useWithdrawInvitation } from './api.ts'
import styles from './InvitationList.module.css'
import { untilText } from '../share/invitation-wording.ts'

interface InvitationListProps {
  invitations: readonly Invitation[]
  newId: string | undefined
  onShare: (invitation: Invitation) => void
}

/** The member's invitations: open ones, and who has accepted the others. */
export function InvitationList({ invitations, newId, onShare }: InvitationListProps) {
  const [doomed, setDoomed] = useState<Invitation>()
  const withdraw = useWithdrawInvitation()
  const region = useRef<HTMLDivElement>(null)
  useRestoredFocus(region, () => region.current?.querySelector('button'))
  return (
    <div ref={region}>
      <DataTable label="Deine Einladungen" columns={['Einladung', 'Umfang', 'Stand', 'Bis', 'Aktionen']}>
        {invitations.map((invitation) => (
          <InvitationRow
            key={invitation.id}
            invitation={invitation}
            isNew={invitation.id === newId}
            onShare={() => onShare(invitation)}
            onWithdraw={() => setDoomed(invitation)}
          />
        ))}
      </DataTable>
      <ConfirmDialogAbout
        subject={doomed}
        title={({ key }) => `${key} zurückziehen?`}
        confirm="Zurückziehen"
        busy={withdraw.isPending}
        onConfirm={(asked) => withdraw.mutate(asked, { onSettled: () => setDoomed(undefined) })}
        onCancel={() => setDoomed(undefined)}
      >
        {() => 'Die Einladung passt danach nicht mehr, und du kannst sie neu vergeben.'}
      </ConfirmDialogAbout>
    </div>
  )
}

interface InvitationRowProps {
  invitation: Invitation
  isNew: boolean
  onShare: () => void
  onWithdraw: () => void
}

function InvitationRow({ invitation, isNew, onShare, onWithdraw }: InvitationRowProps) {
  const { key, words, scope, state } = invitation
  return (
    <DataRow isNew={isNew}>
      <DataCell>
        <span className={styles.main}>
          <span className={classNames(styles.key, state !== 'open' && styles.used)}>{key}</span>
          {words !== '' && (
            <Text size="sm" tone="muted" truncate className={styles.words}>
              „{words}“
            </Text>
          )}
        </span>
      </DataCell>
      <DataCell label="Umfang">
        <span className={styles.scope}>
          <ScopeGlyph scope={scope} isDecoration />
          <span>{scopeText(scope)}</span>
        </span>
      </DataCell>
      <DataCell label="Stand">
        <State invitation={invitation} />
      </DataCell>
      <DataCell label="Bis">
        <Text tone="muted">{untilText(invitation)}</Text>
      </DataCell>
      <DataCell isAction>{state === 'open' && <RowMenu {...{ invitation, onShare, onWithdraw }} />}</DataCell>
    </DataRow>
  )
}

function State({ invitation: { state, acceptedBy, acceptedAt } }: { invitation: Invitation }) {
  if (state === 'open') return <Tag kind="success">Offen</Tag>
  if (state !== 'accepted') return <Tag>{state === 'expired' ? 'Abgelaufen' : 'Zurückgezogen'}</Tag>
  const at = acceptedAt === null ? '' : `, ${formatDate(acceptedAt)}`
  if (acceptedBy === null) return <span>Angenommen{at}</span>
  return (
    <span className={styles.guest}>
      <Avatar src={acceptedBy.photoURL && imageUrl(acceptedBy.photoURL)} size={28} />
      <span dir="auto">
        {shownName(acceptedBy)}
        {at}
      </span>
    </span>
  )
}

async function copy(text: string, name: string): Promise<void> {
  const texts = { copied: `${name} kopiert`, failed: 'Kopieren nicht möglich' }
  await copyToClipboard(text, texts, { icon: Copy })
}

function RowMenu({ invitation: { key }, onShare, onWithdraw }: Omit<InvitationRowProps, 'isNew'>) {
  return (
    <MenuButton
      label={`Aktionen für ${key}`}
      align="end"
      className={styles.menu}
      trigger={<Ellipsis className="icon" aria-hidden />}
    >
      <MenuItem icon={<QrCode className="icon" aria-hidden />} onSelect={onShare}>
        Link, QR-Code und Karte
      </MenuItem>
      <MenuItem icon={<Link className="icon" aria-hidden />} onSelect={() => void copy(keyLink(key), 'Link')}>
        Link kopieren
      </MenuItem>
      <MenuItem icon={<Copy className="icon" aria-hidden />} onSelect={() => void copy(key, 'Schlüssel')}>
        Schlüssel kopieren
      </MenuItem>
      <MenuSeparator />
      <MenuItem danger icon={<Ban className="icon" aria-hidden />} onSelect={onWithdraw}>
        Zurückziehen...
      </MenuItem>
    </MenuButton>
  )
}
