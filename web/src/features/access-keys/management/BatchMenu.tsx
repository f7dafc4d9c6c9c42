import type { KeyBatch } from '@tonarchiv/contract/key-batches'
import Ban from 'lucide-react/icons/ban'
import CalendarPlus from 'lucide-react/icons/calendar-plus'
import Copy from 'lucide-react/icons/copy'
import Ellipsis from 'lucide-react/icons/ellipsis'
import LinkIcon from 'lucide-react/icons/link'
import Pencil from 'lucide-react/icons/pencil'
import Printer from 'lucide-react/icons/printer'
import { iconButtonClass } from '#ui/components/controls/IconButton.tsx'
import { MenuButton } from '#ui/components/overlays/MenuButton.tsx'
import { MenuItem, MenuSeparator } from '#ui/components/overlays/MenuItem.tsx'
import { keyLink } from '../link/key-link.ts'
import { copyText } from './copy.ts'

/** Callbacks that open the dialogs in which a batch is changed or withdrawn. */
export interface BatchActions {
  onNote: (batch: KeyBatch) => void
  onExpiry: (batch: KeyBatch) => void
  onWithdraw: (batch: KeyBatch) => void
}

interface BatchMenuProps {
  batch: KeyBatch
  name: string
  actions: BatchActions
}

const icon = 'icon icon-small'

/** The menu of a batch. */
export function BatchMenu({ batch, name, actions }: BatchMenuProps) {
  const { id, key, counts } = batch
  return (
    <MenuButton
      label={`Aktionen für ${name}`}
      className={iconButtonClass}
      trigger={<Ellipsis className={icon} aria-hidden />}
      align="end"
    >
      {key !== null && (
        <>
          <MenuItem icon={<Copy className={icon} aria-hidden />} onSelect={() => void copyText(key)}>
            Schlüssel kopieren
          </MenuItem>
          <MenuItem
            icon={<LinkIcon className={icon} aria-hidden />}
            onSelect={() => void copyText(keyLink(key))}
          >
            Link kopieren
          </MenuItem>
        </>
      )}
      {counts.available > 0 && (
        <MenuItem
          icon={<Printer className={icon} aria-hidden />}
          onSelect={() => window.open(`/admin/keys/${id}`, '_blank', 'noopener')}
        >
          Bogen drucken
        </MenuItem>
      )}
      <MenuItem icon={<Pencil className={icon} aria-hidden />} onSelect={() => actions.onNote(batch)}>
        Notiz ändern
      </MenuItem>
      <MenuItem icon={<CalendarPlus className={icon} aria-hidden />} onSelect={() => actions.onExpiry(batch)}>
        Frist ändern
      </MenuItem>
      <MenuSeparator />
      <MenuItem danger icon={<Ban className={icon} aria-hidden />} onSelect={() => actions.onWithdraw(batch)}>
        Zurückziehen...
      </MenuItem>
    </MenuButton>
  )
}
