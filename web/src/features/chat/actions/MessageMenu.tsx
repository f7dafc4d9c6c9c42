import type { ChatMessage } from '@tonarchiv/contract/chat'
import { shownName } from '@tonarchiv/contract/presence'
import Ban from 'lucide-react/icons/ban'
import Copy from 'lucide-react/icons/copy'
import Link from 'lucide-react/icons/link'
import Mail from 'lucide-react/icons/mail'
import Pencil from 'lucide-react/icons/pencil'
import Pin from 'lucide-react/icons/pin'
import PinOff from 'lucide-react/icons/pin-off'
import Reply from 'lucide-react/icons/reply'
import Trash2 from 'lucide-react/icons/trash-2'
import { use, useState } from 'react'
import Plus from 'lucide-react/icons/plus'
import { MenuItem, MenuSeparator } from '#ui/components/overlays/MenuItem.tsx'
import { CloseMenu, MenuPopup } from '#ui/components/overlays/MenuPopup.tsx'
import { useMediaQuery } from '#ui/dom/media-query.ts'
import type { MenuAnchor } from '#ui/dom/menu-place.ts'
import { isBySystem, isEditable, isOwnMessage } from '../messages/rights.ts'
import type { RowActions } from '../messages/row-actions.ts'
import { ReportItem } from '../order/ReportItem.tsx'
import { EmojiGlyph } from '../reactions/EmojiGlyph.tsx'
import { useRecentEmojis } from '../reactions/recent-emojis.ts'
import { copyLink } from './copy-message.ts'
import styles from './MessageMenu.module.css'

export interface OpenMenu {
  message: ChatMessage
  anchor: MenuAnchor
  /** Milliseconds since 1970. */
  openedAt: number
}

interface MessageMenuProps {
  menu: OpenMenu | undefined
  actions: RowActions
  onPin: (message: ChatMessage, isPinned: boolean) => void
  onClose: () => void
}

/** All actions of a message that the member may take. */
export function MessageMenu({ menu, actions, onPin, onClose }: MessageMenuProps) {
  // While the menu closes, its items stay rendered.
  const [shown, setShown] = useState(menu)
  if (menu && menu !== shown) setShown(menu)
  return (
    <MenuPopup
      anchor={menu?.anchor}
      onClose={onClose}
      label={shown ? `Nachricht von ${shownName(shown.message)}` : ''}
      align="end"
    >
      {shown && <Items {...shown} {...{ actions, onPin }} />}
    </MenuPopup>
  )
}

function Items({
  message,
  anchor,
  openedAt,
  actions,
  onPin,
}: OpenMenu & Pick<MessageMenuProps, 'actions' | 'onPin'>) {
  // Touch screens show no bar beside the messages, so the menu has the emojis of the bar.
  const isTouch = useMediaQuery('(hover: none)')
  const isOwn = isOwnMessage(message, actions.ownId)
  const canEdit = isEditable(message, actions.ownId, openedAt)
  const isPinned = message.pinnedAt !== null
  return (
    <>
      {isTouch && <QuickRow {...{ message, anchor, actions }} />}
      <MenuItem
        icon={<Reply className="icon" aria-hidden />}
        end={<Key>R</Key>}
        onSelect={() => actions.onReply(message)}
      >
        Antworten
      </MenuItem>
      {canEdit && (
        <MenuItem
          icon={<Pencil className="icon" aria-hidden />}
          end={<Key>E</Key>}
          onSelect={() => actions.onEdit(message)}
        >
          Bearbeiten
        </MenuItem>
      )}
      {message.content !== '' && (
        <MenuItem
          icon={<Copy className="icon" aria-hidden />}
          end={<Key>C</Key>}
          onSelect={() => actions.onCopy(message)}
        >
          Text kopieren
        </MenuItem>
      )}
      <MenuItem icon={<Link className="icon" aria-hidden />} onSelect={() => copyLink(message)}>
        Link zur Nachricht
      </MenuItem>
      {message.userId !== actions.ownId && (
        <MenuItem
          icon={<Mail className="icon" aria-hidden />}
          end={<Key>U</Key>}
          onSelect={() => actions.onUnread(message)}
        >
          Ab hier ungelesen
        </MenuItem>
      )}
      {actions.isAdmin && (
        <MenuItem
          icon={isPinned ? <PinOff className="icon" aria-hidden /> : <Pin className="icon" aria-hidden />}
          onSelect={() => onPin(message, !isPinned)}
        >
          {isPinned ? 'Nicht mehr anpinnen' : 'Anpinnen'}
        </MenuItem>
      )}
      {!isOwn && !isBySystem(message) && message.userId !== null && (
        <>
          <MenuSeparator />
          <ReportItem message={message} />
          <MenuItem icon={<Ban className="icon" aria-hidden />} onSelect={() => actions.onBlock(message)}>
            {shownName(message)} blockieren…
          </MenuItem>
        </>
      )}
      {(isOwn || actions.isAdmin) && (
        <>
          <MenuSeparator />
          <MenuItem
            danger
            icon={<Trash2 className="icon" aria-hidden />}
            onSelect={(isByKey) => actions.onDelete(message, isByKey)}
          >
            Löschen
          </MenuItem>
        </>
      )}
    </>
  )
}

/** The keyboard shortcut of an action, which works on a focused message. */
function Key({ children }: { children: string }) {
  return (
    <span className={styles.key} aria-hidden>
      {children}
    </span>
  )
}

/** Number of emojis in the row. */
const QUICK = 5

function QuickRow({
  message,
  anchor,
  actions,
}: Omit<OpenMenu, 'openedAt'> & Pick<MessageMenuProps, 'actions'>) {
  const close = use(CloseMenu)
  const recent = useRecentEmojis(actions.ownId)
  return (
    // A menu must not contain a `fieldset`, so the group has a role.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div role="group" aria-label="Reagieren" className={styles.quick}>
      {recent.slice(0, QUICK).map((emoji) => (
        <button
          key={emoji}
          type="button"
          role="menuitem"
          tabIndex={-1}
          aria-label={`Mit ${emoji} reagieren`}
          onClick={() => {
            close()
            actions.onReact(message, emoji)
          }}
        >
          <EmojiGlyph emoji={emoji} />
        </button>
      ))}
      <button
        type="button"
        role="menuitem"
        tabIndex={-1}
        aria-label="Andere Reaktion"
        onClick={() => {
          close()
          const element = anchor instanceof Element ? anchor : document.elementFromPoint(anchor.x, anchor.y)
          if (element) actions.onPicker(message, element)
        }}
      >
        <Plus className="icon" aria-hidden />
      </button>
    </div>
  )
}
