import type { ManagedUser } from '@tonarchiv/contract/admin'
import KeyRound from 'lucide-react/icons/key-round'
import Trash from 'lucide-react/icons/trash-2'
import { formatDate } from '#format.ts'
import { Avatar } from '#ui/components/images/Avatar.tsx'
import { DataCell, DataRow } from '#ui/components/content/DataTable.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { Switch } from '#ui/components/controls/Switch.tsx'
import { Tag } from '#ui/components/content/Tag.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import styles from './UserRow.module.css'

interface UserRowProps {
  user: ManagedUser
  /** Whether this is the account of the current admin. */
  isSelf: boolean
  onRole: (isAdmin: boolean) => void
  onWithdrawKey: () => void
  onDelete: () => void
}

/** The row of an account. Admins cannot withdraw their own rights or delete their own account here. */
export function UserRow({ user, isSelf, onRole, onWithdrawKey, onDelete }: UserRowProps) {
  const { displayName, username, email, avatarUrl, isAdmin, emailVerified, keyVerified, createdAt } = user
  return (
    <DataRow>
      <DataCell>
        <span className={styles.person}>
          <Avatar src={avatarUrl} size={36} />
          <span className={styles.names}>
            <strong>{displayName}</strong>
            <small>{username}</small>
          </span>
        </span>
      </DataCell>
      <DataCell label="E-Mail-Adresse">
        <span className={styles.mail}>
          <span title={email}>{email}</span>
          {!emailVerified && <Tag kind="warning">Nicht verifiziert</Tag>}
        </span>
      </DataCell>
      <DataCell label="Beigetreten">
        <Text tone="muted">{formatDate(createdAt)}</Text>
      </DataCell>
      <DataCell label="Schlüssel">
        {keyVerified ? <Tag kind="success">Verifiziert</Tag> : <span className={styles.none}>–</span>}
      </DataCell>
      <DataCell label="Rolle">
        <Switch checked={isAdmin} disabled={isSelf} onChange={onRole}>
          {isAdmin ? 'Admin' : 'User'}
          <span className="sr">, Admin-Rechte für {displayName}</span>
        </Switch>
      </DataCell>
      <DataCell isAction>
        <span className={styles.actions}>
          {keyVerified && (
            <IconButton
              label={`${displayName} den Zugang entziehen`}
              title="Zugang entziehen"
              onClick={onWithdrawKey}
            >
              <KeyRound className="icon icon-small" aria-hidden />
            </IconButton>
          )}
          {!isSelf && (
            <IconButton label={`${displayName} löschen`} title="Benutzer löschen" onClick={onDelete}>
              <Trash className="icon icon-small" aria-hidden />
            </IconButton>
          )}
        </span>
      </DataCell>
    </DataRow>
  )
}
