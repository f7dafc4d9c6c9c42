import type { Passkey } from '@tonarchiv/contract/factors'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Laptop from 'lucide-react/icons/laptop'
import Pencil from 'lucide-react/icons/pencil'
import Smartphone from 'lucide-react/icons/smartphone'
import Trash from 'lucide-react/icons/trash-2'
import Usb from 'lucide-react/icons/usb'
import { formatDate } from '#format.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { Tag } from '#ui/components/content/Tag.tsx'
import { MenuButton } from '#ui/components/overlays/MenuButton.tsx'
import { MenuItem } from '#ui/components/overlays/MenuItem.tsx'
import { whenUsed } from '../form/own-device.ts'
import styles from './Passkeys.module.css'

const ICONS = { computer: Laptop, phone: Smartphone, key: Usb } as const

interface PasskeyRowProps {
  passkey: Passkey
  /** When the list was read, in milliseconds since 1970. */
  now: number
  onRename: () => void
  onRemove: () => void
}

export function PasskeyRow({ passkey, now, onRename, onRemove }: PasskeyRowProps) {
  const { name, kind, isCurrent, isSynced, createdAt, lastUsedAt } = passkey
  const Icon = ICONS[kind]
  return (
    <li className={styles.row}>
      <Icon className="icon" aria-hidden />
      <div className={styles.text}>
        <p className={styles.name}>
          <Text weight="semibold" truncate title={name}>
            {name}
          </Text>
          {isCurrent ? <Tag kind="success">Dieses Gerät</Tag> : isSynced && <Tag>Synchronisiert</Tag>}
        </p>
        <Text as="p" size="sm" tone="muted">
          Seit {formatDate(createdAt)},{' '}
          {lastUsedAt === null
            ? 'noch nie benutzt'
            : `zuletzt benutzt ${whenUsed(lastUsedAt, now, formatDate)}`}
        </Text>
      </div>
      <MenuButton
        className={styles.menu}
        label={`Aktionen für „${name}“`}
        align="end"
        trigger={<Ellipsis className="icon" aria-hidden />}
      >
        <MenuItem icon={<Pencil className="icon icon-small" aria-hidden />} onSelect={onRename}>
          Umbenennen
        </MenuItem>
        <MenuItem icon={<Trash className="icon icon-small" aria-hidden />} danger onSelect={onRemove}>
          Entfernen
        </MenuItem>
      </MenuButton>
    </li>
  )
}
