import type { ChatMessage } from '@tonarchiv/contract/chat'
import Copy from 'lucide-react/icons/copy'
import Trash2 from 'lucide-react/icons/trash-2'
import { MenuItem } from '#ui/components/overlays/MenuItem.tsx'
import { MenuPopup } from '#ui/components/overlays/MenuPopup.tsx'
import { showToast } from '#ui/dom/toast.ts'
import { ReportItem } from '../order/ReportItem.tsx'

export interface OpenMenu {
  message: ChatMessage
  /** Position of the long press, px from the corner of the window. */
  at: { x: number; y: number }
}

interface MessageMenuProps {
  menu: OpenMenu | undefined
  ownId: string
  /** Admins may delete every message. */
  isAdmin: boolean
  onClose: () => void
  onDelete: (message: ChatMessage) => void
}

/** The actions of a message on touch devices. */
export function MessageMenu({ menu, ownId, isAdmin, onClose, onDelete }: MessageMenuProps) {
  return (
    <MenuPopup anchor={menu?.at} onClose={onClose} label="Was mit der Nachricht geschieht">
      {menu && menu.message.content !== '' && (
        <MenuItem icon={<Copy className="icon" aria-hidden />} onSelect={() => copy(menu.message.content)}>
          Text kopieren
        </MenuItem>
      )}
      {menu && <ReportItem message={menu.message} ownId={ownId} />}
      {menu && (isAdmin || menu.message.userId === ownId) && (
        <MenuItem
          danger
          icon={<Trash2 className="icon" aria-hidden />}
          onSelect={() => onDelete(menu.message)}
        >
          Nachricht löschen
        </MenuItem>
      )}
    </MenuPopup>
  )
}

function copy(text: string): void {
  navigator.clipboard.writeText(text).then(
    () => showToast('Text kopiert'),
    () => showToast('Das Kopieren hat nicht geklappt', { kind: 'error' }),
  )
}
