import Clapperboard from 'lucide-react/icons/clapperboard'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Headphones from 'lucide-react/icons/headphones'
import LinkIcon from 'lucide-react/icons/link'
import LogOut from 'lucide-react/icons/log-out'
import Settings from 'lucide-react/icons/settings'
import { useState } from 'react'
import { RoomMuteItem } from '#features/conversations/index.ts'
import { copyUrl } from '#features/player/index.ts'
import { Tag } from '#ui/components/content/Tag.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { IconButton, iconButtonClass } from '#ui/components/controls/IconButton.tsx'
import { MenuButton } from '#ui/components/overlays/MenuButton.tsx'
import { MenuItem } from '#ui/components/overlays/MenuItem.tsx'
import { PHONE, useMediaQuery } from '#ui/dom/media-query.ts'
import { modeName } from '../parts/wording.ts'
import type { InRoom } from '../state/room-tab.ts'
import { inviteUrl } from '../parts/invite-url.ts'
import { LeaveDialog } from './LeaveDialog.tsx'
import { useRoomActions } from './room-actions.ts'
import styles from './RoomHead.module.css'
import { SettingsDialog } from './SettingsDialog.tsx'
import { StepMark } from './StepMark.tsx'

interface RoomHeadProps {
  tab: InRoom
  ownId: string
  /** Called when the member leaves. */
  onLeft: () => void
}

/** The head of the page: the name of the room, whether this browser plays in step, and the actions on the room. */
export function RoomHead({ tab, ownId, onLeft }: RoomHeadProps) {
  const { room, rights, roomId } = tab
  const { name, mode, kind } = room.state
  const Icon = kind === 'video' ? Clapperboard : Headphones
  const isPhone = useMediaQuery(PHONE)
  const [open, setOpen] = useState<'settings' | 'leave'>()
  const actions = useRoomActions()
  const leave = () => {
    actions.leave()
    onLeft()
  }
  const askToLeave = () => (rights.isHost ? setOpen('leave') : leave())
  const invite = () => void copyUrl(inviteUrl(roomId, room.state.inviteCode))
  return (
    <header className={styles.head}>
      {!isPhone && <Icon className={`icon ${styles.icon}`} aria-hidden />}
      <h1 className="truncate" title={name} dir="auto">
        {name}
      </h1>
      {!isPhone && (
        <span className={styles.mode}>
          <Tag>{modeName(mode)}</Tag>
        </span>
      )}
      <StepMark tab={tab} ownId={ownId} />
      <div className={styles.actions}>
        {isPhone ? (
          <MenuButton
            label={rights.maySettle ? 'Raum: einladen, einstellen, verlassen' : 'Raum: einladen, verlassen'}
            className={iconButtonClass}
            align="end"
            trigger={<Ellipsis className="icon" aria-hidden />}
          >
            <MenuItem icon={<LinkIcon className="icon" aria-hidden />} onSelect={invite}>
              Link zum Einladen kopieren
            </MenuItem>
            {rights.maySettle && (
              <MenuItem icon={<Settings className="icon" aria-hidden />} onSelect={() => setOpen('settings')}>
                Raum einstellen
              </MenuItem>
            )}
            <RoomMuteItem conversationId={roomId} />
            <MenuItem icon={<LogOut className="icon" aria-hidden />} onSelect={askToLeave}>
              Verlassen
            </MenuItem>
          </MenuButton>
        ) : (
          <>
            <Button kind="ghost" small title="Kopiert den Link zum Raum" onClick={invite}>
              <LinkIcon className="icon icon-small" aria-hidden />
              Einladen
            </Button>
            {rights.maySettle && (
              <IconButton
                label="Raum einstellen: Name, Modus"
                aria-haspopup="dialog"
                onClick={() => setOpen('settings')}
              >
                <Settings className="icon" aria-hidden />
              </IconButton>
            )}
            <Button small aria-haspopup={rights.isHost ? 'dialog' : undefined} onClick={askToLeave}>
              <LogOut className="icon icon-small" aria-hidden />
              Verlassen
            </Button>
          </>
        )}
      </div>
      <SettingsDialog open={open === 'settings'} state={room.state} onClose={() => setOpen(undefined)} />
      <LeaveDialog
        open={open === 'leave'}
        people={room.people}
        ownId={ownId}
        onClose={() => setOpen(undefined)}
        onLeave={leave}
      />
    </header>
  )
}
