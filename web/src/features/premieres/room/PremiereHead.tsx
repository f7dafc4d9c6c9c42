import Disc from 'lucide-react/icons/disc-3'
import Ellipsis from 'lucide-react/icons/ellipsis'
import LinkIcon from 'lucide-react/icons/link'
import LogOut from 'lucide-react/icons/log-out'
import { RoomMuteItem } from '#features/conversations/index.ts'
import { copyUrl } from '#features/player/index.ts'
import { leaveListeningRoom, StepMark, type InRoom } from '#features/rooms/index.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { iconButtonClass } from '#ui/components/controls/IconButton.tsx'
import { Tag } from '#ui/components/content/Tag.tsx'
import { MenuButton } from '#ui/components/overlays/MenuButton.tsx'
import { MenuItem } from '#ui/components/overlays/MenuItem.tsx'
import { PHONE, useMediaQuery } from '#ui/dom/media-query.ts'
import styles from './PremiereHead.module.css'

interface PremiereHeadProps {
  tab: InRoom
  title: string
  isLive: boolean
  ownId: string
  onLeft: () => void
}

/** The title of the album, whether this browser plays in step with the room, and a button to leave. */
export function PremiereHead({ tab, title, isLive, ownId, onLeft }: PremiereHeadProps) {
  const isPhone = useMediaQuery(PHONE)
  const copyLink = () => void copyUrl(`${location.origin}/premieres/${tab.roomId}`)
  const leave = () => {
    leaveListeningRoom()
    onLeft()
  }
  return (
    <header className={styles.head}>
      {!isPhone && <Disc className={`icon ${styles.icon}`} aria-hidden />}
      <h1 className="truncate" title={title} dir="auto">
        {title}
      </h1>
      {!isPhone && (
        <span className={styles.tag}>
          <Tag>{isLive ? 'Premiere läuft' : 'Premiere'}</Tag>
        </span>
      )}
      <StepMark tab={tab} ownId={ownId} />
      <div className={styles.actions}>
        {isPhone ? (
          <MenuButton
            label="Mehr"
            className={iconButtonClass}
            align="end"
            trigger={<Ellipsis className="icon" aria-hidden />}
          >
            <MenuItem icon={<LinkIcon className="icon" aria-hidden />} onSelect={copyLink}>
              Link kopieren
            </MenuItem>
            <RoomMuteItem conversationId={tab.roomId} />
            <MenuItem icon={<LogOut className="icon" aria-hidden />} onSelect={leave}>
              Verlassen
            </MenuItem>
          </MenuButton>
        ) : (
          <>
            <Button kind="ghost" small onClick={copyLink}>
              <LinkIcon className="icon icon-small" aria-hidden />
              Link kopieren
            </Button>
            <Button small onClick={leave}>
              <LogOut className="icon icon-small" aria-hidden />
              Verlassen
            </Button>
          </>
        )}
      </div>
    </header>
  )
}
